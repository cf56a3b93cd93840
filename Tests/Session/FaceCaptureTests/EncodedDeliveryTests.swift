// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceCapture
import FaceValues
import Testing

@Suite struct EncodedDeliveryTests {
    @discardableResult
    private func run(
        _ events: [CaptureEvent], to outputs: [any CaptureOutput],
        maximumDuration: MediaTime? = nil
    ) async throws -> ScriptedSource {
        let session = CaptureSession()
        let source = ScriptedSource(events, hasAudio: true)
        try await session.addInput(
            CaptureDeviceInput(
                device: CaptureSessionTests.device(source), maximumDuration: maximumDuration))
        for output in outputs { try await session.addOutput(output) }
        _ = try await CaptureSessionTests.run(session)
        return source
    }

    @Test func encodedSamplesReachTheOutputsOfTheirMediaType() async throws {
        let images = DeliveryRecorder(.video)
        let encodedAudio = DeliveryRecorder(.audio)
        try await run(
            [
                ScriptedSource.encoded(0, .video), ScriptedSource.encoded(1, .audio),
                ScriptedSource.frame(0), ScriptedSource.encoded(2, .video),
            ], to: [images, encodedAudio])
        #expect(images.content.encoded == [0, 2])
        #expect(images.content.frames == [0])
        #expect(encodedAudio.content.encoded == [1])
    }

    @Test func outputsOfDecodedSamplesTakeNoNoticeOfEncodedOnes() async throws {
        let recorder = Recorder()
        let metadata = CaptureMetadataOutput(detector: ScriptedDetector())
        metadata.setMetadataObjectsDelegate(recorder)
        let video = CaptureVideoDataOutput()
        video.setSampleBufferDelegate(recorder)
        let audio = CaptureAudioDataOutput()
        audio.setSampleBufferDelegate(recorder)
        var events: [CaptureEvent] = []
        for number in 0..<5 {
            events.append(ScriptedSource.encoded(number, .video))
            events.append(ScriptedSource.encoded(number, .audio))
            events.append(ScriptedSource.frame(number))
            events.append(ScriptedSource.audio(number))
        }
        try await run(events, to: [metadata, video, audio])
        #expect(recorder.content.observations.map(\.frame.number) == [0, 1, 2, 3, 4])
        #expect(recorder.content.frames.map(\.number) == [0, 1, 2, 3, 4])
        #expect(recorder.content.audio.map(\.samples) == [[0], [1], [2], [3], [4]])
        #expect(recorder.content.notices == [.ended(.endOfStream)])
        #expect(recorder.content.drops.isEmpty)
    }

    /// A camera that comes back may send again what it had sent.
    @Test func whatIsSentAgainIsCountedAndEncodedFramesGoOnWhereDecodingCanBegin() async throws {
        let images = DeliveryRecorder(.video)
        let encodedAudio = DeliveryRecorder(.audio)
        let recorder = Recorder()
        let metadata = CaptureMetadataOutput(detector: ScriptedDetector())
        metadata.setMetadataObjectsDelegate(recorder)
        var events: [CaptureEvent] = []
        func append(_ number: Int, isSync: Bool) {
            events.append(ScriptedSource.encoded(number, .video, isSync: isSync))
            events.append(ScriptedSource.encoded(number, .audio))
            events.append(ScriptedSource.frame(number))
        }
        for number in 0..<5 { append(number, isSync: number == 0) }
        for _ in 0..<2 {
            events += [.interrupted(reason: "gone"), .interruptionEnded]
            append(3, isSync: true)
        }
        for number in 4..<9 { append(number, isSync: number == 7) }
        try await run(events, to: [images, encodedAudio, metadata])
        #expect(images.content.encoded == [0, 1, 2, 3, 4, 7, 8])
        #expect(encodedAudio.content.encoded == Array(0..<9))
        #expect(
            recorder.content.observations.map(\.presentationTime.value) == Array(0..<9))
        let gap = CaptureDelivery.Gap(
            reason: "gone", start: MediaTime(value: 4, timescale: 10),
            end: MediaTime(value: 5, timescale: 10))
        #expect(
            recorder.content.notices == [
                .interrupted(reason: "gone"), .lost(count: 3), .interruptionEnded(gap),
                .ended(.endOfStream),
            ])
        #expect(metadata.ledger.lost == 3)
    }

    @Test func nothingFromTheMaximumDurationOnIsDelivered() async throws {
        let images = DeliveryRecorder(.video)
        let encodedAudio = DeliveryRecorder(.audio)
        let recorder = Recorder()
        let audio = CaptureAudioDataOutput()
        audio.setSampleBufferDelegate(recorder)
        // In the order of decoding: frame 5 comes before 3 and 4, which need it.
        let events =
            [0, 2].map { ScriptedSource.encoded($0, .video) } + [ScriptedSource.frame(0)]
            + [1, 5, 3, 4].map { ScriptedSource.encoded($0, .video) }
            + [ScriptedSource.audio(2), ScriptedSource.audio(4), ScriptedSource.audio(3)]
            + [4, 3].map { ScriptedSource.encoded($0, .audio) }
            + (1...5).map(ScriptedSource.frame)
        try await run(
            events, to: [images, encodedAudio, audio],
            maximumDuration: MediaTime(value: 4, timescale: 10))
        #expect(images.content.frames == [0, 1, 2, 3])
        // Frame 3 cannot be decoded without frame 5.
        #expect(images.content.encoded == [0, 2, 1])
        #expect(encodedAudio.content.encoded == [3])
        #expect(recorder.content.audio.map(\.samples) == [[2], [3]])
    }

    @Test func audioThatAFileHoldsBehindItsFramesIsDeliveredUpToTheMaximumDuration() async throws {
        let images = DeliveryRecorder(.video)
        let encodedAudio = DeliveryRecorder(.audio)
        let recorder = Recorder()
        let audio = CaptureAudioDataOutput()
        audio.setSampleBufferDelegate(recorder)
        let sound = (0..<6).flatMap {
            [ScriptedSource.encoded($0, .audio), ScriptedSource.audio($0)]
        }
        let source = try await run(
            ScriptedSource.frames(6) + sound, to: [images, encodedAudio, audio],
            maximumDuration: MediaTime(value: 4, timescale: 10))
        #expect(images.content.frames == [0, 1, 2, 3])
        #expect(encodedAudio.content.encoded == [0, 1, 2, 3])
        #expect(recorder.content.audio.map(\.samples) == [[0], [1], [2], [3]])
        // All but the first audio from the end on.
        #expect(source.remainingEvents == 3)
    }

    @Test(arguments: [(MediaType.video, 194), (.audio, 94)])
    func audioIsWaitedForWhereItIsTakenAndForTenSecondsAtMost(
        taken: MediaType, remaining: Int
    ) async throws {
        let source = try await run(
            ScriptedSource.frames(199), to: [DeliveryRecorder(taken)],
            maximumDuration: MediaTime(value: 4, timescale: 10))
        #expect(source.remainingEvents == remaining)
    }
}
