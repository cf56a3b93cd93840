// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Sessions as a program runs them with the library, from the beginning of an input to its end.
enum LibraryRecording {
    /// Plays an input into outputs.
    ///
    /// - Parameter prepare: called with the connections of each output.
    static func play(
        _ input: CaptureDeviceInput, into outputs: [any CaptureOutput],
        prepare: ([CaptureConnection]) -> Void = { _ in }
    ) async throws {
        let session = CaptureSession()
        try await session.addInput(input)
        for output in outputs {
            try await session.addOutput(output)
            prepare(await session.connections(to: output))
        }
        let notifications = session.notifications()
        try await session.startRunning()
        for await case .didStopRunning in notifications { break }
    }

    /// Records an input beside other outputs, and tells how that ended.
    static func record(
        _ input: CaptureDeviceInput, _ settings: CaptureMovieFileOutput.Settings,
        beside others: [any CaptureOutput] = []
    ) async throws -> CaptureMovieFileOutput.Event? {
        let output = CaptureMovieFileOutput()
        output.startRecording(settings)
        let events = output.events()
        try await play(input, into: others + [output])
        for await event in events {
            if case .failed = event { return event }
            if event == .completed { return event }
        }
        return nil
    }
}
