// SPDX-License-Identifier: Apache-2.0
package import CFFmpeg
import CaptureSamples
package import FaceValues

extension FacecapError {
    /// No memory, as FFmpeg's allocators say it.
    package static var outOfMemory: FacecapError { .noMemory(for: "the next image") }

    /// A stream that no decoder of this FFmpeg understands.
    package static func noDecoder(_ source: String, codec: AVCodecID) -> FacecapError {
        let name = avcodec_get_name(codec).map { String(cString: $0) } ?? "unknown"
        return FacecapError(
            .mediaUnreadable,
            "\(source) needs a decoder for \(name), which this FFmpeg lacks; convert it with "
                + "another program first.")
    }
}
