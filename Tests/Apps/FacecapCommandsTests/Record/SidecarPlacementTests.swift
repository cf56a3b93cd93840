// SPDX-License-Identifier: Apache-2.0
import Facecap
import Foundation
import TestSupport
import Testing

@testable import FacecapCommands

/// The faces beside a movie that goes on with frames of another shape.
@Suite struct SidecarPlacementTests {
    private let recording: TestRecording

    init() throws { recording = try TestRecording() }

    private func observation(width: Double, height: Double) -> FaceObservation {
        var observation = FaceObservation(
            frame: FrameID(0), presentationTime: .zero, captureNanoseconds: 0,
            outcome: .analysed,
            faces: [
                MetadataFaceObject(
                    faceID: 1, bounds: Rect(x: 0.25, y: 0.25, width: 0.5, height: 0.5),
                    confidence: 1, state: .observed)
            ])
        observation.frameSize = Size(width: width, height: height)
        return observation
    }

    @Test(arguments: [
        ("movie", Rect(x: 0.25, y: 0.375, width: 0.5, height: 0.25)),
        ("copy", Rect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)),
    ])
    func facesLieWhereTheMovieShowsThem(kind: String, expected: Rect) {
        var settings = CaptureMovieFileOutput.Settings(path: "movie.mp4")
        if kind == "copy" { settings.video = .passthrough }
        var frames = MovieFrames(settings)
        let first = observation(width: 64, height: 48)
        #expect(frames.place(first) == first)
        #expect(frames.place(observation(width: 128, height: 48)).faces.first?.bounds == expected)
        #expect(frames.place(first) == first)
    }

    @Test func facesAreTurnedAsTheMovieIs() {
        var frames = MovieFrames(CaptureMovieFileOutput.Settings(path: "movie.mp4"))
        var turned = observation(width: 64, height: 48)
        turned.orientation = VideoOrientation(nearestTo: 90)
        #expect(frames.place(turned).orientation == turned.orientation)
        #expect(
            frames.place(observation(width: 64, height: 48)).orientation == turned.orientation)
    }

    /// The rows of a table by the number of their frame, without their times.
    private func rows(_ table: String) -> [String: String] {
        let rows = table.split(separator: "\r\n").dropFirst()
            .map { $0.split(separator: ",", omittingEmptySubsequences: false) }
        return Dictionary(
            rows.map { (String($0[0]), $0.dropFirst(2).joined(separator: ",")) },
            uniquingKeysWith: { $0 + "\n" + $1 })
    }

    @Test func theTableOfARecordingIsThatOfItsMovieAfterTheCameraWasSwitched() async throws {
        let command = try await recording.start(TestRecording.live, ["--sidecar", "csv"])
        try command.send(line: "camera synthetic:faces=1,size=120x160,fps=20,motion=still")
        // The face that the other camera sees.
        #expect(await command.waitForOutput("\"id\":2"))
        #expect(await command.waitForLines(command.lineCount + 10))
        try command.send(line: "stop")
        let run = await command.result()
        #expect(run.exitCode == 0, "\(run.messages)")
        let export = try await CommandRunner.run(["export", recording.path, "--format", "csv"])
        let beside = try String(
            contentsOfFile: recording.folder.path + "/movie.csv", encoding: .utf8)
        let (told, kept) = (rows(beside), rows(export.output))
        #expect(kept.values.contains { $0.hasPrefix("analysed,,2,") })
        for (frame, row) in kept { #expect(told[frame] == row) }
    }
}
