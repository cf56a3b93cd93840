// SPDX-License-Identifier: Apache-2.0
import Facecap
import Glibc
import SystemSupport

/// Writes frames as YUV4MPEG2, 4:2:0 in 8 bits: a line about all of them, then each behind a line of
/// its own; the format of `man yuv4mpeg` (mjpegtools), with FFmpeg's `XCOLORRANGE`.
final class Y4MWriter: ImageSink, @unchecked Sendable {
    /// What all frames of a stream have in common.
    private struct Format: Hashable, CustomStringConvertible {
        let width: Int
        let height: Int
        let isFullRange: Bool

        init(_ image: PixelBuffer) {
            (width, height, isFullRange) = (image.width, image.height, image.isFullRange)
        }

        var description: String {
            "\(width)x\(height) in \(isFullRange ? "full" : "limited") range"
        }
    }

    // Everything below belongs to the one thread that writes.
    private let destination: ExportDestination
    private let name: String
    private var format: Format?
    private var bytes: [UInt8] = []
    private var frameCount = 0

    private init(_ destination: ExportDestination, name: String) {
        self.destination = destination
        self.name = name
    }

    /// Writes to standard output.
    convenience init(_ output: StandardOutput) {
        self.init(.stream(output), name: "standard output")
    }

    /// Writes to a pipe that exists, whose reader is waited for, or to a new file, which takes its name with
    /// the first frame.
    ///
    /// - Parameter isEnding: whether nothing more is to come, as of a ``StandardOutput``.
    convenience init(
        path: String, isEnding: (@Sendable () -> Bool)? = nil
    ) throws(FacecapError) {
        self.init(try Self.destination(path, isEnding), name: path)
    }

    private static func destination(
        _ path: String, _ isEnding: (@Sendable () -> Bool)?
    ) throws(FacecapError) -> ExportDestination {
        if let stream = try StandardOutput(path: path, isEnding: isEnding) {
            return .stream(stream)
        }
        guard !Files.exists(path) else {
            throw FacecapError(
                .outputFailed, "\(path) exists; remove it, or name another file or a pipe.",
                errno: EEXIST)
        }
        return .file(try SidecarFile(path: path, overwriting: false))
    }

    var summary: String { "\(name): \(frameCount.counted("frame")) written" }

    func write(_ image: PixelBuffer, frameRate: Double?) throws(FacecapError) -> Bool {
        bytes.removeAll(keepingCapacity: true)
        let newFormat = Format(image)
        if let format {
            guard format == newFormat else {
                throw FacecapError(
                    .formatUnsupported,
                    "The frames changed from \(format) to \(newFormat), which Y4M cannot hold; "
                        + "start again.")
            }
        } else {
            format = newFormat
            bytes += Self.header(of: image, frameRate: frameRate).utf8
        }
        bytes += "FRAME\n".utf8
        for (index, plane) in image.planes.enumerated() {
            let (count, rows) = image.format.layout(
                plane: index, width: image.width, height: image.height)
            for row in 0..<rows {
                bytes += UnsafeRawBufferPointer(
                    start: plane.baseAddress + row * plane.bytesPerRow, count: count)
            }
        }
        guard try destination.write(bytes) else { return false }
        if frameCount == 0 { try destination.finish(sourceFailed: false) }
        frameCount += 1
        return true
    }

    /// The first line. Cameras and videos have chroma between the left pixels of two rows, JPEG in the
    /// middle of four.
    static func header(of image: PixelBuffer, frameRate: Double?) -> String {
        let (count, duration) = ratio(frameRate ?? 25)
        return "YUV4MPEG2 W\(image.width) H\(image.height) F\(count):\(duration) Ip A1:1 "
            + (image.isFullRange ? "C420jpeg XCOLORRANGE=FULL" : "C420mpeg2 XCOLORRANGE=LIMITED")
            + "\n"
    }

    /// A rate as a fraction: 30000:1001 for 29.97.
    static func ratio(_ rate: Double) -> (Int, Int) {
        guard rate.isFinite, (0.001...100_000).contains(rate) else { return (25, 1) }
        for (scale, duration) in [(1.0, 1), (1.001, 1001)] {
            let whole = (rate * scale).rounded()
            if whole >= 1, abs(whole / scale - rate) < 0.002 {
                return (Int(whole) * (duration == 1 ? 1 : 1000), duration)
            }
        }
        return (Int((rate * 1000).rounded()), 1000)
    }
}
