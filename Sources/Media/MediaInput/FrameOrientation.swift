// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
import FaceValues
import Glibc
internal import MediaCodecs

/// Reads how a stored frame is displayed from what containers and frames say.
enum FrameOrientation {
    /// What the container says of all frames of a stream.
    static func of(_ stream: UnsafeMutablePointer<AVStream>) -> VideoOrientation {
        facecap_stream_display_matrix(stream).map(orientation(displayMatrix:)) ?? .upright
    }

    /// What a frame says of itself: a display matrix, or Exif; `nil` when it says nothing.
    static func of(_ frame: CodecFrame) -> VideoOrientation? {
        if let matrix = facecap_frame_display_matrix(frame.pointer) {
            return orientation(displayMatrix: matrix)
        }
        guard let entry = av_dict_get(frame.pointer.pointee.metadata, "Orientation", nil, 0),
            let text = entry.pointee.value
        else { return nil }
        return VideoOrientation(exif: strtol(text, nil, 10))
    }

    /// ISO/IEC 14496-12 6.2.2: `(x' y') = (x y) (a b / c d)`, y down, in 16.16. What points up when it is
    /// displayed is (-b, -d) in the stored frame, mirrored or not; a clockwise turn by t with sin t = b
    /// and cos t = d puts it up.
    private static func orientation(displayMatrix matrix: UnsafePointer<Int32>) -> VideoOrientation
    {
        let (a, b, c, d) = (
            Double(matrix[0]), Double(matrix[1]), Double(matrix[3]), Double(matrix[4])
        )
        return VideoOrientation(
            nearestTo: atan2(b, d) * 180 / .pi, isMirrored: a * d - b * c < 0)
    }
}
