// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceCapture
import FaceValues
import Testing

@Suite struct ImageNeedsTests {
    private func needs(_ outputs: [any CaptureOutput]) async throws -> [Int?] {
        try await run(outputs).needs
    }

    private func taken(_ outputs: [any CaptureOutput]) async throws -> [Set<MediaType>] {
        try await run(outputs).taken
    }

    private func run(_ outputs: [any CaptureOutput]) async throws -> ScriptedSource {
        let source = ScriptedSource(ScriptedSource.frames(3))
        let session = CaptureSession()
        try await session.addInput(CaptureDeviceInput(device: CaptureSessionTests.device(source)))
        for output in outputs { try await session.addOutput(output) }
        _ = try await CaptureSessionTests.run(session)
        return source
    }

    private func metadata(_ side: Int?) -> CaptureMetadataOutput {
        CaptureMetadataOutput(detector: ScriptedDetector(neededLongerSide: side))
    }

    @Test func theSourceIsToldOnceWhatTheNeediestNeeds() async throws {
        #expect(try await needs([metadata(320), metadata(640)]) == [640])
    }

    @Test func oneWhoWantsAllOfAnImageDecides() async throws {
        #expect(try await needs([metadata(320), CaptureVideoDataOutput()]) == [])
        #expect(try await needs([metadata(nil)]) == [])
        #expect(try await needs([]) == [])
    }

    @Test func whoeverTakesNoImagesNeedsNone() async throws {
        #expect(try await needs([metadata(320), CaptureAudioDataOutput()]) == [320])
    }

    @Test func theSourceIsToldOnceWhichSamplesAreConnected() async throws {
        #expect(try await taken([metadata(320)]) == [[.video]])
        #expect(try await taken([metadata(320), CaptureAudioDataOutput()]) == [[.video, .audio]])
        #expect(try await taken([]) == [[]])
    }

    @Test func aPartOfTheImageIsLookedAtInFull() async throws {
        let output = metadata(320)
        output.rectOfInterest = Rect(x: 0, y: 0, width: 0.5, height: 0.5)
        #expect(try await needs([output]) == [])
    }
}
