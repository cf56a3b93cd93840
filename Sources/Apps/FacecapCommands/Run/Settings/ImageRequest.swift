// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What frames a source is asked for, where it has a choice: a camera, or the synthetic one.
struct ImageRequest: Sendable, Hashable {
    /// The size in pixels; `nil` leaves it to the source.
    var size: Size?
    /// Frames a second; `nil` leaves it to the source.
    var frameRate: Double?
    /// How a camera's frames come out of its driver; `nil` takes the cheapest.
    var pixelFormat: CameraRequest.PixelFormat?

    /// The request to a camera: it has to have what is asked for.
    var cameraRequest: CameraRequest {
        var request = CameraRequest(pixelFormat: pixelFormat)
        if let size {
            request.width = Int(size.width)
            request.height = Int(size.height)
            request.insistsOnSize = true
        }
        if let frameRate {
            request.frameRate = frameRate
            request.insistsOnFrameRate = true
        }
        return request
    }

    /// A synthetic camera that does what is asked for; throws `.invalidArgument` for a pixel format.
    func applied(
        to configuration: SyntheticCamera.Configuration
    ) throws(FacecapError) -> SyntheticCamera.Configuration {
        guard pixelFormat == nil else {
            throw FacecapError(
                .invalidArgument,
                "The synthetic camera has one pixel format: name a camera such as /dev/video0, or "
                    + "leave the pixel format out.")
        }
        var configuration = configuration
        if let size {
            configuration.width = Int(size.width)
            configuration.height = Int(size.height)
        }
        configuration.framesPerSecond = frameRate ?? configuration.framesPerSecond
        try configuration.validate()
        return configuration
    }

    /// Throws `.invalidArgument` where something is asked of a source that has no choice.
    func refuse(for location: String) throws(FacecapError) {
        guard self == ImageRequest() else {
            throw FacecapError(
                .invalidArgument,
                "\(location) has frames of one size, rate and format: name a camera such as "
                    + "/dev/video0, or do not ask for others.")
        }
    }
}
