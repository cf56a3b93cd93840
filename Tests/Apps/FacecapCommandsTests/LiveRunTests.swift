// SPDX-License-Identifier: Apache-2.0
import Facecap
import Synchronization
import Testing

@testable import FacecapCommands

/// How a run of `live` ends.
struct LiveRunTests {
    private final class FailedViewer: FrameViewer {
        func show(_ frame: CapturedFrame, _ observation: FaceObservation?, of scene: RunScene) {}

        func finish() throws(FacecapError) {
            throw FacecapError(.outputFailed, "The viewer failed.")
        }
    }

    /// Keeps how the run ended.
    private final class EndKeeper: RunPresenter {
        let ending = Mutex<RunEnding?>(nil)

        func show(_ observation: FaceObservation, of scene: RunScene) {}

        func end(_ ending: RunEnding, ledgers: [FrameLedger], lostAudioCount: Int?) {
            self.ending.withLock { $0 = ending }
        }
    }

    @Test func aCameraThatFailedIsTheReasonAndAViewerThatFailedTooIsToldOf() async throws {
        let pipe = try ScratchPipe()
        var messages = Messages(descriptor: pipe.writeEnd)
        messages.isQuiet = true
        var settings = RunSettings()
        settings.search.detector.name = .haar
        settings.source.sources = [RunSource(.synthetic(SyntheticCamera.Configuration()))]
        let live = try await RunSession(settings: settings, messages: messages)
        let keeper = EndKeeper()
        let observers = LiveRun.Observers(
            output: RunOutput(StandardOutput()) { _ in }, presenter: keeper,
            audience: RunAudience(
                of: live, presenter: keeper, showsStatistics: false,
                console: RunConsole(messages, progress: nil)),
            viewing: try await RunViewing(of: live, by: [FailedViewer()]), places: [])
        let run = LiveRun(
            settings: LiveSettings(run: settings, annotation: AnnotationSettings(), serving: nil),
            context: CommandContext(
                root: FacecapProgram.root, output: StandardOutput(), messages: messages))
        let failure = FacecapError(.deviceDisconnected, "The camera is gone.")
        #expect(throws: failure) {
            try run.finish(
                LiveRun.Stage(preview: nil, live: live, stills: []), observers,
                RunEnding(.error(failure), cause: nil))
        }
        #expect(keeper.ending.withLock { $0 }?.error == failure)
        #expect(pipe.contents() == "facecap: The viewer failed.\n")
    }
}
