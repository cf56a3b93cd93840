// SPDX-License-Identifier: Apache-2.0
import FaceValues
import MovieBoxes
import MovieReading
import Testing

@Suite struct HostileMovieTests {
    @Test func aMovieCutAnywhereGivesItsWholeSamplesOrOneClearError() throws {
        let movie = TestMovie().classicWithMovieInFront
        let whole = Reading(movie)
        #expect(whole.bytes == TestMovie.sampleBytes && whole.error == nil)
        let movieEnd = try #require(whole.reader?.topLevelBoxes[1].end)
        for cut in movie.indices {
            let reading = Reading(Array(movie[..<cut]))
            let expected = whole.samples.filter { $0.offset + Int64($0.byteCount) <= cut }
            #expect(reading.samples == expected, "cut at \(cut)")
            // A file that ends with a whole box was not cut: its samples are missing.
            let code: FacecapError.Code? =
                cut < 28 ? .mediaUnreadable : cut <= movieEnd ? .mediaDamaged : nil
            #expect(reading.error?.code == code, "cut at \(cut)")
            #expect((reading.reader == nil) == (cut < movieEnd), "cut at \(cut)")
            #expect(reading.reader.map { $0.tornTail != nil } ?? true || cut == movieEnd)
            #expect(try reading.reader?.isCutShort() ?? true || cut == movieEnd, "cut at \(cut)")
        }
    }

    @Test func aMovieCutBeforeItsMovieBoxIsUnreadable() {
        let movie = TestMovie().classic
        #expect(Reading(movie).bytes == TestMovie.sampleBytes)
        for cut in movie.indices {
            let reading = Reading(Array(movie[..<cut]))
            #expect(reading.reader == nil && reading.error != nil, "cut at \(cut)")
        }
    }

    @Test func aFragmentedMovieCutAnywhereGivesWhatIsWholeWithoutAnError() throws {
        let movie = TestMovie().fragmented
        let whole = Reading(movie)
        #expect(whole.bytes == TestMovie.sampleBytes && whole.error == nil)
        let boxes = try #require(whole.reader?.topLevelBoxes)
        #expect(boxes.map(\.type.description) == ["ftyp", "moov", "moof", "mdat", "moof", "mdat"])
        for cut in Int(boxes[1].end)..<movie.count {
            let reading = Reading(Array(movie[..<cut]))
            #expect(reading.error == nil, "cut at \(cut)")
            let expected = whole.samples.filter { $0.offset + Int64($0.byteCount) <= cut }
            #expect(reading.samples == expected, "cut at \(cut)")
            let (fragments, walk) = try #require(reading.reader).allFragments()
            let ends = [boxes[3].end, boxes[5].end].filter { $0 <= cut }
            #expect(fragments.map(\.end) == ends, "cut at \(cut)")
            #expect(walk.end == ends.last ?? boxes[1].end && walk.damage == nil)
            // A moof that nothing follows is no use either.
            let tail = boxes.last {
                $0.offset < cut && (cut < $0.end || cut == $0.end && $0.type == "moof")
            }
            #expect(reading.reader?.tornTail == tail?.offset, "cut at \(cut)")
        }
    }

    @Test(
        arguments: [[], [0], [1], [0x7F], [0x80], [0xFF], [0xFF, 0xFF, 0xFF, 0xFF]] as [[UInt8]])
    func spoiledBytesNeverGiveSamplesOutsideTheFile(spoiled: [UInt8]) throws {
        for movie in [TestMovie().classic, TestMovie().fragmented] {
            for offset in 0...movie.count - max(1, spoiled.count) {
                var bytes = movie
                bytes.replaceSubrange(offset..<offset + max(1, spoiled.count), with: spoiled)
                let reading = Reading(bytes)
                #expect(reading.samples.count == reading.bytes.count)
                #expect(reading.samples.count <= bytes.count)
                let codes: [FacecapError.Code?] = [nil, .mediaDamaged, .mediaUnreadable]
                #expect(codes.contains(reading.error?.code), "\(spoiled) at \(offset)")
                _ = try reading.reader?.allFragments()
            }
        }
    }

    @Test(
        arguments: [
            "stsd", "stts", "ctts", "stsc", "stsz", "stco", "stss",
        ] as [FourCharacterCode])
    func aTableWithMoreEntriesThanItsBoxHoldsIsNamed(name: FourCharacterCode) {
        var movie = TestMovie()
        movie.replaced[name] = { writer in
            writer.appendZeros(name == "stsz" ? 8 : 4)
            writer.append(UInt32.max)
        }
        let error = Reading(movie.classic).error
        #expect(error?.code == .mediaDamaged)
        #expect(error?.message.contains("the \(name) box of track 1") == true)
    }

    @Test(arguments: [4, 8, 16] as [UInt32])
    func compactSizesOfMoreSamplesThanTheBoxHoldsAreDamage(bits: UInt32) {
        for count in [1 << 31, UInt32.max] {
            var movie = TestMovie()
            movie.missing = ["stsz"]
            movie.added["stbl"] = { writer in
                writer.box("stz2", version: 0) { writer in
                    writer.append(bits)
                    writer.append(count)
                }
            }
            let error = Reading(movie.classic).error
            #expect(error?.message.contains("the stz2 box of track 1") == true)
        }
    }

    @Test func editsWithoutEndAreRefused() {
        for count in [1, 32_769, .max] as [UInt32] {
            var movie = TestMovie()
            movie.added["trak"] = { writer in
                writer.box("edts") { $0.box("elst", version: 0) { $0.append(count) } }
            }
            #expect(Reading(movie.classic).error?.message.contains("the elst box") == true)
        }
    }

    @Test(arguments: ["moov", "trak", "meta", "mvex", "moof"] as [FourCharacterCode])
    func containersInContainersAreNotFollowed(name: FourCharacterCode) {
        var bomb = BoxWriter()
        for level in (1...10_000).reversed() {
            bomb.append(UInt32(level * 8))
            bomb.append(name)
        }
        var movie = TestMovie()
        movie.added["moov"] = { $0.append(contentsOf: bomb.bytes) }
        let reading = Reading(movie.classic)
        #expect(reading.reader == nil || reading.bytes == TestMovie.sampleBytes)
        #expect((reading.error?.message.contains("has no tkhd box") == true) == (name == "trak"))
        let error = Reading(bomb.bytes).error
        #expect(error?.code == (name == "moov" ? .mediaDamaged : .mediaUnreadable))
        let behind = Reading(TestMovie().fragmented + bomb.bytes)
        #expect(behind.bytes == TestMovie.sampleBytes && behind.error == nil)
    }

    @Test func aTableThatDescribesTheSameBytesAgainAndAgainEnds() {
        var movie = TestMovie()
        // One byte each, and a billion in each chunk.
        movie.replace("stsz", 0, 1, .max)
        movie.replace("stts", 0, 1, .max, 1)
        movie.replace("stsc", 0, 1, 1, 10, 1)
        movie.replaced["stco"] = TestMovie.chunkOffsets(Array(repeating: 28, count: 1000))
        movie.missing = ["ctts", "stss"]
        let bytes = movie.classic
        let reading = Reading(bytes)
        #expect(reading.samples.count == bytes.count)
        #expect(reading.error?.message.contains("more samples than the file has bytes") == true)
    }

    @Test func aRunOfFourBillionSamplesWithoutBytesEnds() throws {
        var movie = TestMovie()
        movie.replace("trun", 0, .max)
        let bytes = movie.fragmented
        let reading = Reading(bytes)
        #expect(reading.samples.count == bytes.count)
        #expect(reading.error?.code == .mediaDamaged)
        let (fragments, walk) = try #require(reading.reader).allFragments()
        #expect(fragments.isEmpty && walk.damage?.code == .mediaDamaged)
    }

    /// Runs that say nothing but how many samples they have.
    private func runs(_ runCount: Int, ofSamples sampleCount: UInt32) -> TestMovie.Content {
        { writer in
            for _ in 0..<runCount { writer.box("trun", version: 0) { $0.append(sampleCount) } }
        }
    }

    @Test func runsWithoutSamplesArePassedOver() {
        var movie = TestMovie()
        movie.added["traf"] = runs(70_000, ofSamples: 0)
        let reading = Reading(TestMovie().fragmentedHead + movie.fragment(0..<2, at: 0))
        #expect(reading.bytes == Array(TestMovie.sampleBytes[..<2]) && reading.error == nil)
    }

    @Test func theRunsOfAllTrackFragmentsAreBounded() {
        let runs = runs(40_000, ofSamples: 1)
        var movie = TestMovie()
        movie.added["traf"] = runs
        movie.added["moof"] = { writer in
            writer.box("traf") { writer in
                writer.box("tfhd", version: 0) { $0.append(UInt32(1)) }
                runs(&writer)
            }
        }
        let reading = Reading(TestMovie().fragmentedHead + movie.fragment(0..<2, at: 0))
        #expect(reading.samples.isEmpty)
        #expect(reading.error?.message.contains("the moof box") == true)
    }

    @Test func timesBeyond64BitsAreDamage() throws {
        var movie = TestMovie()
        movie.replaced["tfdt"] = { writer in
            writer.append(UInt32(0x100_0000))
            writer.append(UInt64(Int64.max) - 5)
        }
        let reading = Reading(movie.fragmented)
        #expect(reading.samples.isEmpty && reading.error?.message.contains("trun box") == true)
        let walk = try #require(reading.reader).allFragments().walk
        #expect(walk.damage?.message.contains("64 bits") == true)
        movie.replaced["tfdt"] = { writer in
            writer.append(UInt32(0x100_0000))
            writer.append(UInt64.max)
        }
        #expect(Reading(movie.fragmented).error?.message.contains("tfdt box") == true)
    }

    @Test func aTimeScaleOfZeroIsDamage() {
        for name in ["mvhd", "mdhd"] as [FourCharacterCode] {
            for scale in [0, 0x8000_0000, .max] as [UInt32] {
                var movie = TestMovie()
                movie.replace(name, 0, 0, 0, scale, 0, 0)
                #expect(Reading(movie.classic).error?.message.contains("the \(name) box") == true)
            }
        }
    }

    /// Boxes of 64 bytes, as many as fit into a number of bytes: there is no memory for them.
    private struct ManyBoxes: MovieBytes {
        let name = "Many boxes"
        let byteCount: Int64

        func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
            var writer = BoxWriter()
            writer.append(UInt32(64))
            writer.append(FourCharacterCode("free"))
            buffer.copyBytes(from: writer.bytes.prefix(buffer.count))
            return buffer.count
        }
    }

    /// Recordings of days have millions of fragments.
    @Test func aLargeFileMayHaveMoreBoxesThanASmallOne() {
        let error = #expect(throws: FacecapError.self) {
            try MovieReader(ManyBoxes(byteCount: 64 * 1_100_000))
        }
        // There is none among them that describes a movie.
        #expect(error?.message.contains("is not a video") == true, "\(error?.message ?? "")")
    }
}
