// SPDX-License-Identifier: Apache-2.0
import Facecap
import TestSupport
import Testing

@testable import FacecapCommands

/// The look at one video of several.
struct AnalyzeRunTests {
    /// The program is ended where it waits for a video that is no file, and there alone.
    @Test func aRequestAfterAVideoThatFailedEndsNothingAtOnce() async throws {
        let folder = try TemporaryFolder()
        let output = try folder.write([], to: "out.mp4")
        let (interruption, hasEnded) = (Interruption(), RequestFlag())
        let run = AnalyzeRun(
            item: AnalyzeItem(input: "/dev/null", output: output), settings: AnalyzeSettings(),
            interruption: interruption, endNow: { hasEnded.set() },
            context: CommandContext(
                root: FacecapProgram.root, output: StandardOutput(), messages: Messages()))
        await #expect(throws: FacecapError.self) { try await run.run() }
        interruption.make()
        #expect(interruption.isMade && !hasEnded.isSet)
    }
}
