// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceCapture
import FaceValues
import Testing

/// Changes of a session that are made together, between which something else fails.
@Suite struct ConfigurationTests {
    private struct Failure: Error {}

    private let session = CaptureSession()
    private let output = CaptureVideoDataOutput()
    private let input = CaptureDeviceInput(
        device: CaptureSessionTests.device { _ in ScriptedSource(ScriptedSource.frames(2)) })

    private func failToAddTheOutput() async {
        await #expect(throws: Failure.self) {
            try await session.configure { [output] session in
                try session.addOutput(output)
                throw Failure()
            }
        }
    }

    @Test func whatThrowsInBetweenLeavesEverythingAsItWas() async throws {
        await failToAddTheOutput()
        #expect(await session.outputs.isEmpty)
        try await session.configure { [input, output] session in
            try session.addInput(input)
            try session.addOutput(output)
        }
        #expect(await session.inputs.count == 1)
        #expect(await session.outputs.count == 1)
        let notifications = try await CaptureSessionTests.run(session)
        #expect(notifications.last == .didStopRunning(.endOfStream))
    }

    @Test func theFirstConnectionOfAnOutputIsTheOneWithFramesWhateverCameFirst() async throws {
        let microphone = CaptureDevice(
            kind: .microphone, uniqueID: "microphone", localizedName: "microphone",
            mediaTypes: [.audio]
        ) { _ in ScriptedSource([], isMicrophone: true) }
        let synchronizer = CaptureDataOutputSynchronizer()
        try await session.addInput(CaptureDeviceInput(device: microphone))
        try await session.addOutput(synchronizer)
        #expect(await session.connection(to: synchronizer)?.mediaType == .audio)
        try await session.addInput(input)
        #expect(await session.connection(to: synchronizer)?.mediaType == .video)
    }

    @Test func changesAroundThemStay() async throws {
        await session.beginConfiguration()
        try await session.addInput(input)
        await failToAddTheOutput()
        try await session.commitConfiguration()
        #expect(await session.inputs.count == 1)
        #expect(await session.outputs.isEmpty)
    }
}
