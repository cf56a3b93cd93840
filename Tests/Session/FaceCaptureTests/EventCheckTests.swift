// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceCapture
import FaceValues
import Testing
import TestSupport

/// Sources whose times and counts nothing can be computed with.
@Suite(.usualTimeLimit) struct EventCheckTests {
    private static let missing = MediaTime(value: .min, timescale: 1)
    private static let far = MediaTime(value: 1 << 33, timescale: 1)
    private static let events: [CaptureEvent] = [
        ScriptedSource.frame(0).advanced(by: missing), ScriptedSource.depth(0).advanced(by: far),
        capturedFrame(atNanoseconds: .min), capturedFrame(atNanoseconds: .max),
        ScriptedSource.audio(0).advanced(by: missing),
        ScriptedSource.encoded(0, .video).advanced(by: far),
        .encoded(EncodedSample(bytes: [0], presentationTime: .zero, duration: far), .video),
        .dropped(.connectionDisabled, presentationTime: missing),
        .lost(count: .max), .lost(count: -1), .lostAudio(count: .max),
    ]

    private static func capturedFrame(atNanoseconds nanoseconds: Int64) -> CaptureEvent {
        guard case .video(let sample) = ScriptedSource.frame(0) else {
            return .interruptionEnded
        }
        return .video(sample.captured(atNanoseconds: nanoseconds))
    }

    /// The error with which a session of these events ends; `nil` without one.
    private func failure(of events: [CaptureEvent], isLive: Bool) async throws -> FacecapError? {
        let session = CaptureSession()
        let source = ScriptedSource(events, isLive: isLive)
        try await session.addInput(CaptureDeviceInput(device: CaptureSessionTests.device(source)))
        try await session.addOutput(CaptureMetadataOutput(detector: ScriptedDetector()))
        let last = try await CaptureSessionTests.run(session).last
        guard case .didStopRunning(.error(let error))? = last else { return nil }
        return error
    }

    @Test(arguments: 0..<11, [false, true])
    func whatMakesNoSenseEndsTheSessionWithAnError(index: Int, isLive: Bool) async throws {
        let events = [ScriptedSource.frame(1), Self.events[index]]
        let error = try #require(try await failure(of: events, isLive: isLive))
        #expect(error.code == .mediaDamaged && error.message.hasPrefix("The source "))
    }

    @Test(arguments: [false, true])
    func timesThatCountFrom1900AreBelieved(isLive: Bool) async throws {
        let century = MediaTime(value: 4_000_000_000, timescale: 1)
        let events = ScriptedSource.frames(3).map { $0.advanced(by: century) }
        #expect(try await failure(of: events + [.lost(count: 0)], isLive: isLive) == nil)
    }
}
