// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import MovieBoxes
import TestSupport
import Testing

@testable import MovieWriting

@Suite struct FragmentPlannerTests {
    private static let video = MovieWriter.TrackDescription.video(
        EncodedSample.VideoFormat(
            codec: .h264, width: 16, height: 16, configuration: [1], timescale: 1000))
    private static let audio = MovieWriter.TrackDescription.audio(
        EncodedSample.AudioFormat(
            codec: .aac, sampleRate: 1000, channelCount: 1, configuration: [1],
            primingFrameCount: 100))
    private static let faces = MovieWriter.TrackDescription(
        content: .metadata(
            sampleEntry: Array(repeating: 0, count: 16), name: "Faces", describes: 0),
        timescale: 1000)

    private static let markers = MovieWriter.TrackDescription(
        content: .metadata(
            sampleEntry: Array(repeating: 0, count: 16), name: "Markers", describes: 0),
        timescale: 1000, isSparse: true)

    private func planner(
        _ tracks: [MovieWriter.TrackDescription], capacity: Int = 1000,
        waitsForLateTracks: Bool = false
    ) -> FragmentPlanner {
        FragmentPlanner(
            tracks: tracks, interval: MediaTime(value: 1, timescale: 1),
            capacity: .init(sampleCount: capacity, byteCount: 1 << 20),
            waitsForLateTracks: waitsForLateTracks)
    }

    private func sample(
        _ milliseconds: Int64, shown: Int64? = nil, isSync: Bool = true
    ) -> EncodedSample {
        EncodedSample(
            bytes: [1, 2, 3],
            presentationTime: MediaTime(value: shown ?? milliseconds, timescale: 1000),
            decodeTime: MediaTime(value: milliseconds, timescale: 1000), isSync: isSync)
    }

    private func durations(_ track: Fragment.Track?) -> [UInt32] {
        track?.samples.map(\.run.duration) ?? []
    }

    @Test func theStartWaitsForEachTrackOfImagesOrAudio() throws {
        var planner = planner([Self.video, Self.audio, Self.faces])
        try planner.append(sample(5000), toTrack: 0)
        try planner.append(sample(5000), toTrack: 2)
        #expect(planner.begin() == nil)
        try planner.append(sample(4920), toTrack: 1)
        let start = planner.begin()
        #expect(start?.time == MediaTime(value: 5, timescale: 1))
        #expect(start?.tracks.map(\.?.delay.seconds) == [0, 0.02, 0])
        #expect(start?.tracks.map(\.?.mediaTime) == [0, 100, 0])
        #expect(planner.begin() == nil)
    }

    @Test func aTrackWithoutSamplesIsWaitedForUntilItIsFinished() throws {
        var planner = planner([Self.video, Self.audio])
        try planner.append(sample(5000, shown: 5080), toTrack: 0)
        #expect(planner.begin() == nil)
        planner.finish(track: 1)
        let start = planner.begin()
        #expect(start?.time.seconds == 5.08)
        #expect(start?.tracks[1] == nil)
        #expect(start?.tracks[0]?.mediaTime == 80)
    }

    /// The threads of a short movie decide whether its tracks end before it begins.
    @Test(arguments: [false, true])
    func metadataHasItsPlaceWhetherOrNotItEndsBeforeTheMovieBegins(endsFirst: Bool) throws {
        var planner = planner([Self.video, Self.markers])
        try planner.append(sample(500), toTrack: 0)
        if endsFirst { planner.finish() }
        #expect(planner.begin()?.tracks[1] == .init(mediaStart: 500, mediaTime: 0, delay: .zero))
    }

    @Test(arguments: [[], [100]])
    func eventsAreNotWaitedForByAPlannerThatWaits(events: [Int64]) throws {
        var planner = planner([Self.video, Self.faces, Self.markers], waitsForLateTracks: true)
        for time in events { try planner.append(sample(time), toTrack: 2) }
        for time in stride(from: Int64(0), through: 1000, by: 100) {
            try planner.append(sample(time, isSync: time == 0), toTrack: 0)
        }
        _ = planner.begin()
        #expect(planner.nextFragment() == nil)
        for time in stride(from: Int64(0), through: 1000, by: 100) {
            try planner.append(sample(time), toTrack: 1)
        }
        #expect(planner.nextFragment()?.tracks.prefix(2).map(\.samples.count) == [5, 5])
    }

    @Test func metadataAloneHasAStartToo() throws {
        var planner = planner([Self.faces])
        #expect(planner.begin() == nil)
        try planner.append(sample(700), toTrack: 0)
        #expect(planner.begin()?.time.seconds == 0.7)
    }

    @Test func fragmentsAreCutAtHalfTheInterval() throws {
        var planner = planner([Self.video])
        for time in stride(from: 0, to: 1100, by: 100) {
            try planner.append(sample(Int64(time), isSync: time == 0), toTrack: 0)
            if time == 0 { _ = planner.begin() }
            let fragment = planner.nextFragment()
            #expect((fragment != nil) == (time == 500 || time == 1000))
            if let fragment {
                #expect(durations(fragment.tracks.first) == [100, 100, 100, 100, 100])
                #expect(fragment.tracks.first?.baseDecodeTime == UInt64(time - 500))
            }
        }
    }

    @Test func fragmentsAreCutAtASyncSampleThatComesEarlier() throws {
        var planner = planner([Self.video])
        for time in [0, 100, 200, 300, 400] {
            try planner.append(
                sample(Int64(time), isSync: [0, 200, 300].contains(time)), toTrack: 0)
        }
        _ = planner.begin()
        #expect(planner.nextFragment()?.tracks.first?.samples.count == 3)
    }

    @Test func audioIsWaitedForAndMetadataForABoundedWhile() throws {
        var planner = planner([Self.video, Self.audio, Self.faces])
        for time in stride(from: 0, through: 600, by: 100) {
            try planner.append(sample(Int64(time), isSync: time == 0), toTrack: 0)
        }
        try planner.append(sample(-100), toTrack: 1)
        try planner.append(sample(350), toTrack: 1)
        _ = planner.begin()
        for time in [0, 200] { try planner.append(sample(Int64(time)), toTrack: 2) }
        #expect(planner.nextFragment() == nil)
        try planner.append(sample(600), toTrack: 1)
        #expect(planner.nextFragment() == nil)
        try planner.append(sample(800, isSync: false), toTrack: 0)
        let fragment = planner.nextFragment()
        #expect(fragment?.tracks.map(\.samples.count) == [5, 2, 1])
        #expect(durations(fragment?.tracks[1]) == [450, 250])

        // What was late comes with its own times.
        for time in [300, 400, 1000] { try planner.append(sample(Int64(time)), toTrack: 2) }
        for time in [900, 1000] {
            try planner.append(sample(Int64(time), isSync: false), toTrack: 0)
        }
        try planner.append(sample(1100), toTrack: 1)
        let next = planner.nextFragment()
        #expect(next?.tracks.map(\.baseDecodeTime) == [500, 700, 200])
        #expect(durations(next?.tracks[2]) == [100, 100, 600])
    }

    @Test func aPlannerThatWaitsMakesTheSameFragmentsInWhateverOrderSamplesCome() throws {
        var numbers = SeededNumbers.fresh()
        var fragments: [[Fragment]] = []
        for _ in 0..<50 {
            var planner = FragmentPlanner(
                tracks: [Self.video, Self.faces], interval: MediaTime(value: 1, timescale: 1),
                capacity: .init(sampleCount: 1024, byteCount: 1 << 20), waitsForLateTracks: true)
            var counts = [0, 0]
            var made: [Fragment] = []
            while counts != [60, 60] {
                let track = Int.random(in: 0...1, using: &numbers)
                let number = counts[track]
                guard number < 60 else { continue }
                // Faces are found after their frame, any time later.
                guard track == 0 || number < counts[0] else { continue }
                try planner.append(
                    sample(Int64(number * 40), isSync: number % 25 == 0), toTrack: track)
                counts[track] += 1
                if planner.start == nil { _ = planner.begin() }
                while let fragment = planner.nextFragment() { made.append(fragment) }
            }
            planner.finish()
            while let fragment = planner.nextFragment() { made.append(fragment) }
            #expect(planner.queues.allSatisfy { $0.samples.isEmpty })
            fragments.append(made)
        }
        #expect(fragments[0].count >= 3 && fragments.allSatisfy { $0 == fragments[0] })
    }

    @Test func audioThatStopsIsWaitedForNoLongerThanASecond() throws {
        var planner = planner([Self.video, Self.audio])
        try planner.append(sample(0), toTrack: 1)
        try planner.append(sample(100), toTrack: 1)
        var cuts = 0
        for time in 0..<100 {
            try planner.append(sample(Int64(time) * 40, isSync: false), toTrack: 0)
            _ = planner.begin()
            if planner.nextFragment() != nil { cuts += 1 }
        }
        // Four seconds of frames, of which the last one and a half may still wait.
        #expect(cuts >= 5)
        try planner.append(sample(3000), toTrack: 1)
        planner.finish()
        #expect(planner.nextFragment()?.tracks.contains { $0.index == 1 } == true)
    }

    @Test func aTrackOfFramesIsLeftOutWhenTheOthersCanWaitNoLonger() throws {
        var planner = planner([Self.video, Self.video], capacity: 4)
        for time in 0..<4 { try planner.append(sample(Int64(time) * 40), toTrack: 0) }
        let start = planner.begin()
        #expect(start?.tracks.map { $0 == nil } == [false, true])
        // What comes too late is never swallowed.
        #expect(throws: FacecapError.self) { try planner.append(sample(200), toTrack: 1) }
        #expect(planner.nextFragment()?.tracks.map(\.index) == [0])
        planner.finish()
        _ = planner.nextFragment()
        #expect(planner.queues.allSatisfy { $0.samples.isEmpty })
    }

    @Test func metadataThatIsThereIsNotWaitedFor() throws {
        var planner = planner([Self.video, Self.faces])
        for time in stride(from: 0, through: 500, by: 100) {
            try planner.append(sample(Int64(time), isSync: time == 0), toTrack: 0)
            try planner.append(sample(Int64(time)), toTrack: 1)
        }
        _ = planner.begin()
        #expect(planner.nextFragment()?.tracks.map(\.samples.count) == [5, 5])
    }

    @Test func metadataThatBeginsLateSaysNothingUntilThen() throws {
        for isEarly in [true, false] {
            var planner = planner([Self.video, Self.faces])
            try planner.append(sample(1000), toTrack: 0)
            if isEarly { try planner.append(sample(1300), toTrack: 1) }
            _ = planner.begin()
            if !isEarly { try planner.append(sample(1300), toTrack: 1) }
            try planner.append(sample(1400), toTrack: 1)
            planner.finish()
            let track = planner.nextFragment()?.tracks[1]
            #expect(track?.baseDecodeTime == 0)
            #expect(durations(track) == [300, 100, 100])
            #expect(track?.samples.first?.bytes == [0, 0, 0, 8, 0, 0, 0, 0])
        }
    }

    @Test func metadataOfBeforeTheStartIsLeftOut() throws {
        var planner = planner([Self.video, Self.faces])
        for time in [900, 1000, 1100] { try planner.append(sample(Int64(time)), toTrack: 1) }
        try planner.append(sample(1000), toTrack: 0)
        _ = planner.begin()
        planner.finish()
        let track = planner.nextFragment()?.tracks[1]
        #expect(track?.baseDecodeTime == 0 && durations(track) == [100, 100])
    }

    @Test func theLastSampleIsKeptWithItsDurationOrThePreviousOne() throws {
        var planner = planner([Self.video, Self.audio])
        for time in [0, 40] { try planner.append(sample(Int64(time)), toTrack: 0) }
        try planner.append(
            EncodedSample(
                bytes: [1], presentationTime: MediaTime(value: 0, timescale: 1000),
                duration: MediaTime(value: 7, timescale: 1000)), toTrack: 1)
        _ = planner.begin()
        planner.finish()
        let fragment = planner.nextFragment()
        #expect(fragment.map { $0.tracks.map(durations) } == [[40, 40], [7]])
        #expect(planner.queues.allSatisfy { $0.samples.isEmpty } && planner.nextFragment() == nil)
    }

    @Test func whatMetadataSayLastHoldsUntilTheMovieEnds() throws {
        var planner = planner([Self.video, Self.faces])
        for time in [0, 40, 80, 120] { try planner.append(sample(Int64(time)), toTrack: 0) }
        try planner.append(sample(40), toTrack: 1)
        _ = planner.begin()
        planner.finish()
        let fragment = planner.nextFragment()
        #expect(fragment.map { $0.tracks.map(durations) } == [[40, 40, 40, 40], [40, 120]])
    }

    @Test func metadataDoNotOutlastTheMovie() throws {
        var planner = planner([Self.video, Self.faces])
        for time in [0, 40, 80, 120] { try planner.append(sample(Int64(time)), toTrack: 0) }
        try planner.append(sample(100), toTrack: 1)
        _ = planner.begin()
        planner.finish()
        #expect(planner.nextFragment().map { durations($0.tracks[1]) } == [100, 60])
    }

    @Test func aFullQueueIsEmptiedEvenIfOthersLagBehind() throws {
        var planner = planner([Self.video, Self.audio], capacity: 4)
        try planner.append(sample(0), toTrack: 0)
        try planner.append(sample(0), toTrack: 1)
        _ = planner.begin()
        for time in [10, 20, 30] { try planner.append(sample(Int64(time)), toTrack: 0) }
        #expect(planner.isFull(track: 0) && !planner.isFull(track: 1))
        #expect(planner.nextFragment()?.tracks.map(\.samples.count) == [3])
        #expect(!planner.isFull(track: 0))
    }

    @Test func aFinishedTrackNoLongerHoldsUpTheOthers() throws {
        var planner = planner([Self.video, Self.audio])
        try planner.append(sample(0), toTrack: 0)
        for time in stride(from: -100, through: 900, by: 200) {
            try planner.append(sample(Int64(time)), toTrack: 1)
        }
        _ = planner.begin()
        #expect(planner.nextFragment() == nil)
        planner.finish(track: 0)
        #expect(planner.nextFragment()?.tracks.map(\.samples.count) == [1, 3])
    }

    @Test func samplesThatNoMovieCanHoldAreRefused() throws {
        var planner = planner([Self.video])
        func refuse(_ sample: EncodedSample, _ words: String) {
            #expect {
                try planner.append(sample, toTrack: 0)
            } throws: { error in
                (error as? FacecapError)?.code == .invalidArgument && "\(error)".contains(words)
            }
        }
        try planner.append(sample(0), toTrack: 0)
        refuse(sample(0), "decoding order")
        refuse(sample(-1), "decoding order")
        refuse(sample(1 << 32), "coarser")
        refuse(sample(10, shown: 1 << 40), "bounds")
        refuse(sample(.max), "bounds")
        try planner.append(sample(1), toTrack: 0)
        planner.finish(track: 0)
        #expect(throws: FacecapError.self) { try planner.append(sample(2), toTrack: 0) }
        #expect(planner.queues[0].samples.count == 2)
    }

    /// Nothing says for so long that nothing is known: who wrote such a time made a mistake.
    @Test func metadataThatIsTooFarAwayLeavesItsTrackAsItWas() throws {
        var planner = planner([Self.faces])
        try planner.append(sample(0), toTrack: 0)
        #expect(throws: FacecapError.self) { try planner.append(sample(1 << 50), toTrack: 0) }
        try planner.append(sample(1), toTrack: 0)
        #expect(planner.queues[0].samples.map(\.decodeTicks) == [0, 1])
    }

    @Test func momentsThatFallOnOneTickStayApart() throws {
        var planner = planner([Self.video])
        for nanoseconds in [0, 100, 200, 2_000_000] {
            let time = MediaTime(value: Int64(nanoseconds), timescale: 1_000_000_000)
            try planner.append(
                EncodedSample(bytes: [1], presentationTime: time), toTrack: 0)
        }
        #expect(planner.queues[0].samples.map(\.decodeTicks) == [0, 1, 2, 3])
        #expect(planner.queues[0].samples.map(\.compositionOffset) == [0, -1, -2, -1])
    }
}
