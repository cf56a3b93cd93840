import CaptureSamples
import FaceValues
import Testing

@testable import MovieWriting

@Suite struct PauseTimelineTests {
    private static let tracks: [MovieTrackDescription] = [
        .audio(
            EncodedAudioFormat(codec: .aac, sampleRate: 1000, channelCount: 1, configuration: [1])),
        .video(
            EncodedVideoFormat(
                codec: .h264, width: 16, height: 16, configuration: [1], timescale: 1000)),
    ]

    private func sample(
        _ shown: Int64, decoded: Int64? = nil, isSync: Bool = false
    ) -> EncodedSample {
        EncodedSample(
            bytes: [1], presentationTime: MediaTime(value: shown, timescale: 1000),
            decodeTime: MediaTime(value: decoded ?? shown, timescale: 1000), isSync: isSync)
    }

    @Test func whatFallsIntoAPauseIsTakenOutWithoutAGap() {
        var pauses = PauseTimeline(tracks: Self.tracks)
        func video(_ time: Int64, isSync: Bool = false) -> Int64? {
            pauses.place(sample(time, isSync: isSync), track: 1)?.presentationTime.value
        }
        func audio(_ time: Int64) -> Int64? {
            pauses.place(sample(time), track: 0)?.presentationTime.value
        }
        #expect([0, 40, 80].map { video($0, isSync: $0 == 0) } == [0, 40, 80])
        #expect(audio(0) == 0)
        pauses.pause()
        #expect(video(120) == nil)
        #expect(audio(100) == 100)
        #expect(audio(120) == nil)
        pauses.resume()
        #expect(video(1000) == nil)
        #expect(audio(1000) == nil)
        #expect(video(1040, isSync: true) == 120)
        #expect(video(1080) == 160)
        #expect([1039, 1040, 1050].map(audio) == [nil, 120, 130])

        pauses.pause()
        pauses.resume()
        pauses.pause()
        #expect(video(1120, isSync: true) == nil)
        pauses.resume()
        #expect(video(2120, isSync: true) == 200)
        // Late sound of between the pauses keeps its place.
        #expect([1110, 1120, 2130].map(audio) == [190, nil, 210])
    }

    @Test func reorderedPicturesKeepTheirOrder() {
        var pauses = PauseTimeline(tracks: Self.tracks)
        func video(_ decoded: Int64, _ shown: Int64, isSync: Bool = false) -> [Int64]? {
            pauses.place(sample(shown, decoded: decoded, isSync: isSync), track: 1).map {
                [$0.decodeTime.value, $0.presentationTime.value]
            }
        }
        _ = video(-80, 0, isSync: true)
        _ = video(-40, 120)
        _ = video(0, 40)
        #expect(video(40, 80) == [40, 80])
        pauses.pause()
        pauses.resume()
        #expect(video(920, 1000, isSync: true) == [80, 160])
    }

    @Test func aPauseBeforeTheFirstPictureOnlyDelaysTheStart() {
        var pauses = PauseTimeline(tracks: Self.tracks)
        pauses.pause()
        #expect(pauses.place(sample(0, isSync: true), track: 1) == nil)
        #expect(pauses.place(sample(0), track: 0) == nil)
        pauses.resume()
        #expect(pauses.place(sample(40), track: 1) == nil)
        #expect(pauses.place(sample(40), track: 0) == nil)
        #expect(pauses.place(sample(80, isSync: true), track: 1) == sample(80, isSync: true))
        #expect(pauses.place(sample(90), track: 0) == sample(90))
    }
}
