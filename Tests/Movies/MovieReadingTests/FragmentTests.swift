// SPDX-License-Identifier: Apache-2.0
import FaceValues
import MovieBoxes
import MovieReading
import Testing

@Suite struct FragmentTests {
    @Test func fragmentsGiveTheirSamplesOneAfterTheOther() throws {
        let reading = Reading(TestMovie().fragmented)
        #expect(reading.error == nil && reading.bytes == TestMovie.sampleBytes)
        #expect(reading.samples.map(\.decodeTime) == [0, 10, 20, 30])
        #expect(reading.samples.allSatisfy { $0.duration == 10 && $0.isSync })
        let reader = try #require(reading.reader)
        #expect(reader.isFragmented && reader.duration == nil)
        let fragments = try reader.allFragments().fragments
        #expect(fragments.map(\.sequenceNumber) == [1, 2])
        #expect(fragments.map(\.end) == [reader.topLevelBoxes[3].end, reader.topLevelBoxes[5].end])
        let track = try #require(reader.tracks.first)
        var samples: [MovieSample] = []
        for fragment in fragments {
            #expect(fragment.tracks.map(\.id) == [1])
            var cursor = fragment.samples(of: track)
            while let sample = try cursor.next() { samples.append(sample) }
        }
        #expect(samples == reading.samples)
    }

    @Test func withoutADecodeTimeSamplesFollowThoseBefore() throws {
        var movie = TestMovie()
        movie.missing = ["tfdt"]
        let reading = Reading(movie.fragmented)
        #expect(reading.samples.map(\.decodeTime) == [0, 10, 20, 30])
        let reader = try #require(reading.reader)
        let last = try #require(try reader.allFragments().fragments.last)
        var cursor = last.samples(of: reader.tracks[0])
        #expect(try cursor.next()?.decodeTime == 20)
    }

    @Test func aDecodeTimeOf32BitsIsRead() {
        var movie = TestMovie()
        movie.replace("tfdt", 0, 7)
        #expect(Reading(movie.fragmented).samples.map(\.decodeTime) == [7, 17, 7, 17])
    }

    @Test func everyFieldOfARunIsRead() {
        var movie = TestMovie()
        // First flags, then of each sample duration, size, flags and composition offset.
        movie.replace(
            "trun", 0x100_0F05, 2, 8, 0x1_0000, 5, 1, 0, 3, 6, 1, 0x101_0000, .max - 3)
        let samples = Reading(TestMovie().fragmentedHead + movie.fragment(0..<2, at: 100)).samples
        #expect(samples.map(\.duration) == [5, 6])
        #expect(samples.map(\.byteCount) == [1, 1])
        #expect(samples.map(\.isSync) == [false, false])
        #expect(samples.map(\.compositionOffset) == [3, -4])
        #expect(samples.map(\.decodeTime) == [100, 105])
    }

    @Test func theHeaderOfATrackFragmentOverridesTheMovie() {
        var movie = TestMovie()
        // Description, duration, size and flags; then a run that says nothing, behind the moof's start.
        movie.replace("tfhd", 0x2_003A, 1, 1, 7, 2, 0x1_0000)
        movie.replace("trun", 0, 2)
        let reading = Reading(TestMovie().fragmentedHead + movie.fragment(0..<2, at: 0))
        #expect(reading.samples.map(\.duration) == [7, 7])
        #expect(reading.samples.map(\.isSync) == [false, false])
        let moof = reading.reader?.topLevelBoxes.first { $0.type == "moof" }?.offset ?? 0
        #expect(reading.samples.map(\.offset) == [moof, moof + 2])
    }

    @Test func aBaseOffsetCountsFromTheStartOfTheFile() {
        var movie = TestMovie()
        movie.replace("tfhd", 1, 1, 0, 4)
        movie.replace("trun", 0x201, 1, 2, 3)
        let samples = Reading(TestMovie().fragmentedHead + movie.fragment(0..<1, at: 0)).samples
        #expect(samples.map(\.offset) == [6] && samples.map(\.byteCount) == [3])
    }

    @Test func runsWithoutAnOffsetFollowTheDataBefore() {
        var movie = TestMovie()
        movie.replace("tfhd", 0, 1)
        movie.replace("trun", 0x201, 1, 4, 3)
        movie.added["traf"] = { writer in
            for _ in 0..<2 {
                writer.box("trun", version: 0, flags: 0x200) { writer in
                    writer.append(UInt32(1))
                    writer.append(UInt32(2))
                }
            }
        }
        // Of a second track fragment too the data begins where that of the first one ends.
        movie.added["moof"] = { writer in
            writer.box("traf") { writer in
                writer.box("tfhd", version: 0) { $0.append(UInt32(1)) }
                writer.box("trun", version: 0, flags: 0x201) { writer in
                    writer.append(UInt32(1))
                    writer.append(UInt32(1))
                    writer.append(UInt32(5))
                }
            }
        }
        let reading = Reading(TestMovie().fragmentedHead + movie.fragment(0..<1, at: 0))
        let moof = reading.reader?.topLevelBoxes.first { $0.type == "moof" }?.offset ?? 0
        #expect(reading.samples.map(\.offset) == [4, 7, 9, 12].map { moof + $0 })
        #expect(reading.samples.map(\.byteCount) == [3, 2, 2, 5])
        #expect(reading.samples.map(\.decodeTime) == [0, 10, 20, 30])
    }

    @Test(arguments: [false, true])
    func theRunsOfAnotherTrackAreReadOnlyWhereTheNextOneFollowsThem(follows: Bool) {
        var movie = TestMovie()
        // Five samples of track 2, of which nothing is there.
        movie.replace("tfhd", 0x2_0000, 2)
        movie.replace("trun", 0x201, 5, 0)
        movie.added["moof"] = { writer in
            writer.box("traf") { writer in
                writer.box("tfhd", version: 0, flags: follows ? 0 : 0x2_0000) {
                    $0.append(UInt32(1))
                }
                writer.box("trun", version: 0, flags: 0x201) { writer in
                    for field in [1, 4, 3] as [UInt32] { writer.append(field) }
                }
            }
        }
        let reading = Reading(TestMovie().fragmentedHead + movie.fragment(0..<1, at: 0))
        #expect(reading.samples.map(\.byteCount) == (follows ? [] : [3]))
        #expect(reading.error?.code == (follows ? .mediaDamaged : nil))
    }

    @Test func aFragmentThatIsNamedFreeIsSkipped() throws {
        var movie = TestMovie().fragmented
        let second = try #require(Reading(movie).reader?.topLevelBoxes[4])
        movie.replaceSubrange(Int(second.offset) + 4..<Int(second.offset) + 8, with: "free".utf8)
        let reading = Reading(movie)
        #expect(reading.bytes == Array(TestMovie.sampleBytes[..<2]) && reading.error == nil)
        #expect(reading.reader?.tornTail == nil)
        #expect(try reading.reader?.allFragments().fragments.count == 1)
    }

    @Test(
        arguments: [
            Array(repeating: 0, count: 4096), [0], [0, 0, 0, 7, 0x66, 0x72, 0x65, 0x65],
            [0, 0, 0, 1, 0x66, 0x72, 0x65, 0x65, 0, 0, 0, 0], [0, 0, 1, 0, 1, 2, 3, 4, 5, 6, 7, 8],
            [0, 0, 0, 1, 0x66, 0x72, 0x65, 0x65, 0x80, 0, 0, 0, 0, 0, 0, 0],
            [0xFF, 0xFF, 0xFF, 0xFF, 0x6D, 0x6F, 0x6F, 0x66, 0, 0],
        ] as [[UInt8]])
    func aTornTailEndsTheFragments(tail: [UInt8]) throws {
        let movie = TestMovie().fragmented
        let reading = Reading(movie + tail)
        #expect(reading.bytes == TestMovie.sampleBytes && reading.error == nil)
        #expect(reading.reader?.tornTail == Int64(movie.count))
        let (fragments, walk) = try #require(reading.reader).allFragments()
        #expect(fragments.count == 2 && walk.end == movie.count && walk.damage == nil)
    }

    @Test func dataThatIsNotThereIsDamageUnlessTheFileWasCut() throws {
        var movie = TestMovie()
        movie.replace("trun", 0x201, 1, 0, 1 << 20)
        let bytes = TestMovie().fragmented + movie.fragment(0..<1, at: 40)
        let reading = Reading(bytes)
        #expect(reading.samples.count == 4 && reading.error?.code == .mediaDamaged)
        let (fragments, walk) = try #require(reading.reader).allFragments()
        #expect(fragments.count == 2 && walk.damage?.code == .mediaDamaged)
        #expect(Reading(bytes + [0]).error == nil)
    }

    @Test func samplesOfTablesComeBeforeThoseOfFragments() {
        let movie = TestMovie()
        var both = movie
        both.added["moov"] = { writer in
            writer.box("mvex") { writer in
                writer.box("trex", version: 0) { writer in
                    for field in [1, 1, 10, 0, 0] as [UInt32] { writer.append(field) }
                }
            }
        }
        var fragment = movie
        fragment.missing = ["tfdt"]
        let reading = Reading(both.classic + fragment.fragment(0..<2, at: 0))
        #expect(reading.samples.map(\.decodeTime) == [0, 10, 20, 30, 40, 50])
        #expect(Reading(movie.classic + fragment.fragment(0..<2, at: 0)).samples.count == 4)
    }

    @Test func theLengthOfAFragmentedMovieIsThatOfItsFragments() {
        var movie = TestMovie()
        movie.added["mvex"] = { writer in writer.box("mehd", version: 0) { $0.append(UInt32(777)) }
        }
        let duration = Reading(movie.fragmented).reader?.duration
        #expect(duration == MediaTime(value: 777, timescale: 1000))
    }
}
