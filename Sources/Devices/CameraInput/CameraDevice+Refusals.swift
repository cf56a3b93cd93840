// SPDX-License-Identifier: Apache-2.0
import FaceValues

extension CameraDevice {
    /// None of the formats the camera has can be read, or not the one that was asked for.
    func noSuchFormat(_ request: CameraRequest, _ codes: [PixelFormatCode]) -> FacecapError {
        let known = codes.filter { $0.format != nil }
        let named = (known.isEmpty ? codes : known).prefix(16).map(\.description)
        let offered = named.isEmpty ? "none" : named.joined(separator: ", ")
        if let format = request.pixelFormat {
            return FacecapError(
                .formatUnsupported,
                "\(path) has no \(PixelFormatCode(format)) frames, only \(offered): "
                    + "ask for another pixel format.")
        }
        let readable = CameraRequest.PixelFormat.allCases.map { PixelFormatCode($0).description }
        return FacecapError(
            .formatUnsupported,
            "\(path) has no frames that can be read, only \(offered): use a camera with one of "
                + "\(readable.joined(separator: ", ")).")
    }

    /// The camera has none of the size that a request insists on.
    func noSuchSize(_ request: CameraRequest, _ sizes: [FrameSizeRange]) -> FacecapError {
        let format = request.pixelFormat.map { "\(PixelFormatCode($0)) " } ?? ""
        let shown = sizes.prefix(16).map(\.description) + (sizes.count > 16 ? ["..."] : [])
        return FacecapError(
            .formatUnsupported,
            "\(path) has no \(format)frames of \(request.size), only of "
                + "\(shown.joined(separator: ", ")): ask for one of these sizes.")
    }

    /// The camera is slower than a request insists on.
    func tooSlow(
        _ request: CameraRequest, _ fastest: FrameInterval?, _ size: FrameSize
    ) -> FacecapError {
        let format = request.pixelFormat.map { "\(PixelFormatCode($0)) " } ?? ""
        let most = fastest.map { Self.text($0.frameRate) } ?? "fewer"
        return FacecapError(
            .formatUnsupported,
            "\(path) gives at most \(most) \(format)frames of \(size) a second, not "
                + "\(Self.text(request.frameRate)): ask for a lower rate or another size.")
    }

    /// The driver has no say in how fast frames come.
    var noSuchChoice: FacecapError {
        FacecapError(
            .formatUnsupported,
            "\(path) has no choice of frame rates: use the frames as they come.")
    }

    /// A rate to two decimals, without those that say nothing.
    private static func text(_ rate: Double) -> String {
        FixedDecimal(rate, decimals: 2)?.shortText ?? "\(rate)"
    }
}
