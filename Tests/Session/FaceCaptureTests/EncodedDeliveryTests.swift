import CaptureSamples
import FaceCapture
import FaceValues
import Testing

@Suite struct EncodedDeliveryTests {
    private func run(
        _ events: [CaptureEvent], to outputs: [any CaptureOutput],
        maximumDuration: MediaTime? = nil
    ) async throws {
        let session = CaptureSession()
        try await session.addInput(
            DeviceInput(
                device: CaptureSessionTests.device(ScriptedSource(events)),
                maximumDuration: maximumDuration))
        for output in outputs { try await session.addOutput(output) }
        _ = try await CaptureSessionTests.run(session)
    }

    @Test func encodedSamplesReachTheOutputsOfTheirMediaType() async throws {
        let pictures = DeliveryRecorder(.video)
        let sounds = DeliveryRecorder(.audio)
        try await run(
            [
                ScriptedSource.encoded(0, .video), ScriptedSource.encoded(1, .audio),
                ScriptedSource.frame(0), ScriptedSource.encoded(2, .video),
            ], to: [pictures, sounds])
        #expect(pictures.content.encoded == [0, 2])
        #expect(pictures.content.frames == [0])
        #expect(sounds.content.encoded == [1])
    }

    @Test func outputsOfDecodedSamplesTakeNoNoticeOfEncodedOnes() async throws {
        let recorder = Recorder()
        let metadata = MetadataOutput(detector: ScriptedDetector())
        metadata.setMetadataObjectsDelegate(recorder)
        let video = VideoDataOutput()
        video.setSampleBufferDelegate(recorder)
        let audio = AudioDataOutput()
        audio.setSampleBufferDelegate(recorder)
        var events: [CaptureEvent] = []
        for number in 0..<5 {
            events.append(ScriptedSource.encoded(number, .video))
            events.append(ScriptedSource.encoded(number, .audio))
            events.append(ScriptedSource.frame(number))
            events.append(ScriptedSource.sound(number))
        }
        try await run(events, to: [metadata, video, audio])
        #expect(recorder.content.observations.map(\.frame.number) == [0, 1, 2, 3, 4])
        #expect(recorder.content.frames.map(\.number) == [0, 1, 2, 3, 4])
        #expect(recorder.content.sound.map(\.samples) == [[0], [1], [2], [3], [4]])
        #expect(recorder.content.notices == [.ended(.endOfStream)])
        #expect(recorder.content.drops.isEmpty)
    }

    @Test func nothingFromTheMaximumDurationOnIsDelivered() async throws {
        let pictures = DeliveryRecorder(.video)
        let sounds = DeliveryRecorder(.audio)
        let recorder = Recorder()
        let audio = AudioDataOutput()
        audio.setSampleBufferDelegate(recorder)
        // In the order of decoding: picture 5 comes before 3 and 4, which need it.
        let events =
            [0, 2].map { ScriptedSource.encoded($0, .video) } + [ScriptedSource.frame(0)]
            + [1, 5, 3, 4].map { ScriptedSource.encoded($0, .video) }
            + [ScriptedSource.sound(2), ScriptedSource.sound(4), ScriptedSource.sound(3)]
            + [4, 3].map { ScriptedSource.encoded($0, .audio) }
            + (1...5).map(ScriptedSource.frame)
        try await run(
            events, to: [pictures, sounds, audio],
            maximumDuration: MediaTime(value: 4, timescale: 10))
        #expect(pictures.content.frames == [0, 1, 2, 3])
        #expect(pictures.content.encoded == [0, 2, 1, 3])
        #expect(sounds.content.encoded == [3])
        #expect(recorder.content.sound.map(\.samples) == [[2], [3]])
    }
}
