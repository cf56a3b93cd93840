// SPDX-License-Identifier: Apache-2.0
import Facecap
import Foundation
import Synchronization
import Testing

@testable import FacecapCommands

/// The steps of a run, and the thread on which they are taken.
@Suite struct CaptureRunTests {
    private final class Log: Sendable {
        private let state = Mutex<(steps: [String], threads: Set<String>)>(([], []))

        var steps: [String] { state.withLock { $0.steps } }
        var threads: Set<String> { state.withLock { $0.threads } }

        func note(_ step: String) {
            let comm = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
            let thread = comm?.split(separator: "\n").first.map(String.init) ?? ""
            state.withLock { state in
                state.steps.append(step)
                state.threads.insert(thread)
            }
        }
    }

    private struct Stage: RunStage {
        let log: Log
        let session: CaptureSession

        func close() { log.note("close") }
    }

    /// Notes that it is let go of.
    private final class Kept: Sendable {
        let log: Log

        init(_ log: Log) { self.log = log }

        deinit { log.note("let go") }
    }

    private struct Run: CaptureRun {
        let log: Log
        var failure: FacecapError?

        func open() async throws(FacecapError) -> Stage {
            log.note("open")
            let session = CaptureSession()
            var camera = SyntheticCamera.Configuration()
            (camera.width, camera.height, camera.frameCount) = (64, 64, 3)
            camera.isRealTime = false
            let input = CaptureDeviceInput(device: .synthetic(camera))
            try await session.addInput(input)
            try await session.addOutput(CaptureVideoDataOutput())
            return Stage(log: log, session: session)
        }

        func observe(
            _ stage: Stage, _ stopRequest: StopRequest
        ) async throws(FacecapError) -> Int {
            log.note("observe")
            if let failure { throw failure }
            return 7
        }

        func present(
            _ stage: Stage, to observers: Int, _ stopRequest: StopRequest
        ) -> [any AnyObject & Sendable] {
            log.note("present to \(observers)")
            return [Kept(log)]
        }

        func finish(_ stage: Stage, _ observers: Int, _ ending: RunEnding) -> String {
            log.note("finish")
            return ending.name
        }
    }

    @Test func theStepsHaveOneOrderAndWhatIsKeptOutlivesTheLastOfThem() async throws {
        let log = Log()
        #expect(try await Run(log: log).run() == "end_of_stream")
        #expect(log.steps == ["open", "observe", "present to 7", "finish", "let go", "close"])
    }

    @Test func aRunThatFailsOnTheWayGivesBackWhatItOpened() async {
        let log = Log()
        let failure = FacecapError(.deviceBusy, "no")
        await #expect(throws: failure) {
            try await Run(log: log, failure: failure).run()
        }
        #expect(log.steps == ["open", "observe", "close"])
    }

    @Test func aCommandTakesAllStepsOnAThreadOfItsOwn() async throws {
        let log = Log()
        let name = try await CommandThread.run { () async throws(FacecapError) in
            await Task.yield()
            return try await Run(log: log).run()
        }
        #expect(name == "end_of_stream")
        #expect(log.threads == ["fc.command"])
    }

    @Test func everyCommandRunsOnThatThread() async throws {
        let log = Log()
        let command = Command(name: "go", abstract: "go") { _, _ throws(FacecapError) in
            log.note("action")
            await Task.yield()
            log.note("later")
            return .failure
        }
        let context = CommandContext(root: command, output: StandardOutput(), messages: Messages())
        let code = try await FacecapProgram.perform(command, Invocation(of: command), context)
        #expect(code == .failure)
        #expect(log.steps == ["action", "later"] && log.threads == ["fc.command"])
    }
}
