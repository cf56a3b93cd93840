// SPDX-License-Identifier: Apache-2.0
import FaceValues

/// What frames a camera is asked for; it answers with the nearest it has, unless one insists.
public struct CameraRequest: Sendable, Hashable {
    /// Pixels a row, 1...32768.
    public var width: Int
    /// Rows, 1...32768.
    public var height: Int
    /// Frames a second, greater than 0, at most 1000.
    public var frameRate: Double
    /// How frames shall come out of the driver; `nil` takes the cheapest the camera has.
    public var pixelFormat: PixelFormat?
    /// Whether a camera without the very size is refused; at first it is not.
    public var insistsOnSize = false
    /// Whether a camera that is slower is refused; at first it is not.
    public var insistsOnFrameRate = false

    /// A request for frames of one size at one rate.
    public init(
        width: Int = 640, height: Int = 480, frameRate: Double = 30,
        pixelFormat: PixelFormat? = nil
    ) {
        self.width = width
        self.height = height
        self.frameRate = frameRate
        self.pixelFormat = pixelFormat
    }

    /// The same request for the largest frames there are.
    public var forLargest: CameraRequest {
        var request = self
        request.width = FrameSize.longestSide
        request.height = FrameSize.longestSide
        request.insistsOnSize = false
        return request
    }

    /// The same request for frames at another rate, which no slower camera can do.
    package func insisting(onFrameRate frameRate: Double) -> CameraRequest {
        var request = self
        request.frameRate = frameRate
        request.insistsOnFrameRate = true
        return request
    }

    var size: FrameSize { FrameSize(width: width, height: height) }

    /// Throws `.invalidArgument` for sizes and rates that no camera could have.
    func validate() throws(FacecapError) {
        guard size.isPlausible else {
            throw FacecapError(
                .invalidArgument, "\(size) is not a camera's size: ask for one like 640x480.")
        }
        guard frameRate > 0, frameRate <= 1000 else {
            throw FacecapError(
                .invalidArgument,
                "\(frameRate) is not a camera's frame rate: ask for one like 30.")
        }
    }
}
