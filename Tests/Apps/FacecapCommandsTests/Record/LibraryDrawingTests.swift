// SPDX-License-Identifier: Apache-2.0
import Facecap
import TestSupport
import Testing

/// Recordings of the library into whose frames the faces are drawn.
@Suite(.enabled(if: ProbedMovie.isAvailable)) struct LibraryDrawingTests {
    /// Finds a face at the same place of every frame.
    private final class SameFace: FaceDetector {
        static let bounds = Rect(x: 64, y: 48, width: 128, height: 144)
        let description = DetectorDescription(name: "same")

        func detectFaces(
            in image: PixelBuffer, orientation: VideoOrientation, region: Rect?,
            hints: [DetectedFace.Hint]
        ) throws(FacecapError) -> [DetectedFace] {
            [DetectedFace(bounds: Self.bounds, confidence: 0.9)]
        }
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The colors, three bytes a pixel, of the frames of a movie that is recorded of a video file of a second.
    private func record(to name: String, drawsFaces: Bool) async throws -> [UInt8] {
        let path = try await TestVideo.make(in: folder, seconds: 1, size: "320x240")
        var settings = CaptureMovieFileOutput.Settings(path: folder.path + "/" + name)
        settings.drawsFaces = drawsFaces
        settings.video = .encoded(VideoEncoderSettings(quality: 1))
        let end = try await LibraryRecording.record(
            CaptureDeviceInput(device: .file(path)), settings,
            beside: [CaptureMetadataOutput(detector: SameFace())])
        #expect(end == .completed)
        return try FFmpegProgram.rawImages(of: settings.path, pixelFormat: "rgb24")
    }

    @Test func aMovieShowsTheBoxesOfItsFaces() async throws {
        let plain = try await record(to: "plain.mp4", drawsFaces: false)
        let drawn = try await record(to: "drawn.mp4", drawsFaces: true)
        let length = 3 * 320 * 240
        try #require(plain.count == drawn.count && plain.count == 30 * length)
        // Rows between the corners have its sides alone.
        let rows = 100..<140
        for frame in 0..<30 {
            let changed = (rows.lowerBound * 320..<rows.upperBound * 320).filter { pixel in
                (0..<3).contains {
                    let sample = frame * length + 3 * pixel + $0
                    return abs(Int(plain[sample]) - Int(drawn[sample])) > 60
                }
            }
            let columns = changed.map { Double($0 % 320) }
            #expect(abs((columns.min() ?? 0) - SameFace.bounds.x) < 6, "\(frame)")
            #expect(
                abs((columns.max() ?? 0) - SameFace.bounds.x - SameFace.bounds.width) < 6,
                "\(frame)")
        }
    }
}
