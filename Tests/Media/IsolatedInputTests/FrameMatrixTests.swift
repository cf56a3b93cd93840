// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import Foundation
import IsolatedInput
import MediaInput
import ProcessIsolation
import TestSupport
import Testing

/// What a stream says of the matrix of its colors and of its pixels is said of its frames, in whichever process they are
/// decoded.
@Suite(.enabled(if: FFmpegProgram.isAvailable, "ffmpeg is not installed"))
struct FrameMatrixTests {
    @Test(arguments: [
        ("bt709", PixelBuffer.Matrix.bt709), ("smpte170m", .bt601), ("bt470bg", .bt601),
        ("bt2020nc", .bt2020), ("", nil),
    ])
    func framesHaveTheMatrixOfTheirStream(name: String, matrix: PixelBuffer.Matrix?) async throws {
        let folder = try MediaFolder()
        let tag = name.isEmpty ? "" : "-colorspace \(name)"
        for pixels in ["yuv420p", "yuv422p"] {
            let path = try folder.make(
                "\(pixels).mp4",
                "-f lavfi -i testsrc=s=64x48:d=0.2 -vf setsar=12/11 -pix_fmt \(pixels) -c:v libx264 \(tag)"
            )
            let found = try await OwnThread.run {
                let host = IsolationHost(program: CommandRunner.facecap)
                let sources: [any CaptureSource] = [
                    try MediaFileSource(path), try IsolatedFileInput(path: path, host: host),
                ]
                return try sources.flatMap { source in
                    var found: [PixelBuffer.Matrix?] = []
                    while let event = try source.nextEvent() {
                        if case .video(let sample) = event {
                            found.append(sample.pixelBuffer.matrix)
                            #expect(sample.pixelAspectRatio == source.videoFormat?.pixelAspectRatio)
                            #expect(abs(sample.pixelAspectRatio.value - 12.0 / 11) < 1e-9)
                        }
                    }
                    return found
                }
            }
            #expect(found.count == 10 && found.allSatisfy { $0 == matrix }, "\(found)")
        }
    }

    /// Faces that are squeezed from the middle of a video on would not be found.
    @Test func pixelsMayChangeTheirShapeInTheMiddleOfAStream() async throws {
        let folder = try MediaFolder()
        var bytes = Data()
        for shape in ["1", "8"] {
            let part = try folder.make(
                "\(shape).h264",
                "-f lavfi -i testsrc=s=64x48:r=25:d=0.2 -vf setsar=\(shape) -pix_fmt yuv420p -c:v libx264"
            )
            bytes += try Data(contentsOf: URL(filePath: part))
        }
        let path = folder.path("both.h264")
        try bytes.write(to: URL(filePath: path))
        let found = try await OwnThread.run {
            let host = IsolationHost(program: CommandRunner.facecap)
            let sources: [any CaptureSource] = [
                try MediaFileSource(path), try IsolatedFileInput(path: path, host: host),
            ]
            return try sources.map { source in
                var found: [Double] = []
                while let event = try source.nextEvent() {
                    if case .video(let sample) = event {
                        found.append(sample.pixelAspectRatio.value)
                    }
                }
                return found
            }
        }
        let shapes = Array(repeating: 1.0, count: 5) + Array(repeating: 8.0, count: 5)
        #expect(found == [shapes, shapes])
    }
}
