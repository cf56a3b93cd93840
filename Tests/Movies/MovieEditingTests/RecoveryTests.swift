// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Foundation
import MovieBoxes
import MovieReading
import TestSupport
import Testing

@testable import MovieEditing

@Suite(.enabled(if: Programs.areAvailable, "ffmpeg or exiftool is not installed"))
struct RecoveryTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The samples of each kind of track that are in a file, as their time and their bytes.
    private func content(of bytes: [UInt8]) throws -> [MovieTrack.Kind: [Sample]] {
        let reader = try MovieReader(MovieMemoryBytes(bytes))
        var content: [MovieTrack.Kind: [Sample]] = [:]
        for track in reader.tracks {
            var cursor = reader.samples(of: track)
            while let sample = try cursor.next() {
                content[track.kind, default: []].append(
                    Sample(
                        time: track.presentationTime(ofMediaTime: sample.presentationMediaTime),
                        bytes: try reader.readBytes(of: sample)))
            }
        }
        return content
    }

    private struct Sample: Equatable {
        var time: MediaTime?
        var bytes: [UInt8]
    }

    @discardableResult
    private func recover(_ bytes: [UInt8]) throws -> (bytes: [UInt8], report: MovieRecovery.Report)
    {
        let file = MemoryFile(bytes)
        let report = try MovieRecovery.recover(file, in: file)
        return (file.bytes, report)
    }

    @Test func aRecordingCutAtAnyByteKeepsItsWholeFragments() async throws {
        let history = try await Video.tiny.value.recordingHistory()
        let finished = try #require(history.last)
        // The last state before it is finished: all fragments, and nothing of the movie behind them.
        let torn = history[history.count - 4]
        #expect(torn.count < 20_000)
        let reader = try MovieReader(MovieMemoryBytes(torn))
        var fragments = reader.fragments()
        let first = try #require(try fragments.next()).end
        var ends = [first]
        while let fragment = try fragments.next() { ends.append(fragment.end) }
        #expect(ends.count >= 4)
        let all = try content(of: finished)
        var expected: [Int: [UInt8]] = [:]
        for length in 0...torn.count {
            let cut = Array(torn[..<length])
            let whole = ends.count(where: { (end: Int64) in end <= Int64(length) })
            guard whole > 0 else {
                #expect(throws: FacecapError.self) { try recover(cut) }
                continue
            }
            let found = try WholeFragments(of: RecordedFile(MemoryFile(cut)).reader)
            #expect(found.count == whole && found.end == ends[whole - 1])
            // Where nothing begins or ends, one place is like the next.
            let isNearEnd = ends.contains { abs($0 - Int64(length)) < 20 }
            guard isNearEnd || length % 16 == 0 else { continue }
            let (bytes, report) = try recover(cut)
            #expect(report.fragmentCount == whole)
            #expect(report.droppedByteCount == Int64(length) - ends[whole - 1])
            // What was cut off makes no difference.
            if let same = expected[whole] {
                #expect(bytes == same)
                continue
            }
            expected[whole] = bytes
            let samples = try content(of: bytes)
            for kind in [MovieTrack.Kind.video, .audio] {
                let found = try #require(samples[kind])
                let wanted = try #require(all[kind])
                #expect(found == Array(wanted.prefix(found.count)))
            }
        }
        #expect(try content(of: try #require(expected[ends.count])) == all)
    }

    @Test func aFinishedMovieCutAtAnyByteKeepsItsWholeFragments() async throws {
        let finished = try #require(try await Video.short.value.recordingHistory().last)
        let all = try content(of: finished)
        for length in stride(from: finished.count - 1, to: finished.count - 8000, by: -67) {
            let (bytes, report) = try recover(Array(finished[..<length]))
            #expect(!report.wasFinished)
            let found = try content(of: bytes)
            let images = try #require(found[.video])
            #expect(images == Array(try #require(all[.video]).prefix(images.count)))
        }
    }

    @Test func whatIsOnlyDecodedIsHiddenInTheMovieAndInWhatIsRecoveredOfIt() async throws {
        var video = try await Video.short.value
        let until = MediaTime(value: 2, timescale: 5)
        let hidden = video.samples[0].indices.filter {
            video.samples[0][$0].presentationTime < until
        }
        for index in hidden { video.samples[0][index].hiddenUntil = until }
        let history = try video.recordingHistory()
        let finished = try #require(history.last)
        let all = try content(of: finished)
        let images = try #require(all[.video])
        #expect(images.count == video.samples[0].count)
        #expect(images.count { $0.time == nil } == hidden.count && hidden.count == 10)
        #expect(images.compactMap(\.time?.seconds).min() == 0.4)
        #expect(try content(of: recover(history[history.count - 4]).bytes) == all)
    }

    @Test func aZeroedTailIsDropped() async throws {
        let history = try await Video.short.value.recordingHistory()
        let torn = history[history.count - 4]
        let (bytes, _) = try recover(torn)
        let (zeroed, report) = try recover(torn + [UInt8](repeating: 0, count: 9000))
        #expect(zeroed == bytes)
        #expect(report.droppedByteCount == 9000)
    }

    @Test func aMovieThatWasBeingFinishedBecomesTheFinishedOne() async throws {
        let history = try await Video.short.value.recordingHistory()
        let finished = try #require(history.last)
        for state in history.suffix(4) {
            #expect(try recover(state).bytes == finished)
        }
        // The heads half written, as no system should leave them.
        let before = history[history.count - 3]
        for length in 0...48 {
            let state = Array(finished[..<length] + before[length...])
            #expect(try recover(state).bytes == finished)
        }
        for length in 0...16 {
            let head = before[..<32] + finished[32..<32 + length]
            let state = Array(head + before[(32 + length)...])
            #expect(try recover(state).bytes == finished)
        }
    }

    @Test func aRecoveryThatBreaksOffAnywhereCanBeRepeated() async throws {
        let history = try await Video.short.value.recordingHistory()
        let torn = Array(history[history.count - 4].dropLast(2000))
        let (expected, report) = try recover(torn)
        for writes in 0..<3 {
            for tornByteCount in [0, 1, 7, 8, 12, 400] {
                let file = MemoryFile(torn, writes: writes, tornByteCount: tornByteCount)
                #expect(throws: FacecapError.self) {
                    try MovieRecovery.recover(file, in: file)
                }
                let again = try recover(file.bytes)
                #expect(again.bytes == expected)
                #expect(again.report.tracks == report.tracks)
            }
        }
    }

    @Test func aFinishedMovieStaysAsItIs() async throws {
        let history = try await Video.short.value.recordingHistory()
        let finished = try #require(history.last)
        let file = MemoryFile(finished)
        let report = try MovieRecovery.recover(file, in: file)
        #expect(report.wasFinished)
        #expect(file.history.isEmpty)
        let torn = try recover(history[history.count - 4])
        #expect(report.tracks == torn.report.tracks)
        #expect(report.duration == torn.report.duration)
        #expect(try recover(torn.bytes).report.wasFinished)
    }

    /// When the samples of a track are shown, in order.
    private func starts(of track: MovieTrack, in reader: MovieReader) throws -> [MediaTime] {
        var cursor = reader.samples(of: track)
        var starts: [MediaTime] = []
        while let sample = try cursor.next() {
            let time = track.presentationTime(ofMediaTime: sample.presentationMediaTime)
            starts.append(try #require(time))
        }
        return starts.sorted { $0 < $1 }
    }

    @Test(arguments: [0, 1, 10, 30, 48, 49], [false, true])
    func facesEndWithTheImages(faceCount: Int, isCoarse: Bool) async throws {
        let file = MemoryFile()
        let source = isCoarse ? Video.coarse : Video.short
        try await source.value.record(into: file, faceCount: faceCount)
        let torn = file.history[file.history.count - 4]
        let path = try folder.write(torn, to: "torn.mp4")
        let report = try MovieRecovery.recover(path: path)
        #expect(report.tracks.count == 3)
        let reader = try MovieReader(path: path)
        let video = try #require(reader.tracks.first { $0.kind == .video })
        for track in reader.tracks where track.kind == .metadata {
            var cursor = reader.samples(of: track)
            var end = MediaTime.zero
            while let sample = try cursor.next() {
                end = MediaTime(
                    value: sample.decodeTime + sample.duration, timescale: track.timescale)
            }
            let images = try #require(video.mediaDuration)
            #expect(end == MediaTime(value: images, timescale: video.timescale))
            #expect(try starts(of: track, in: reader) == starts(of: video, in: reader))
        }
        try await Programs.expectToBeValid(path)
    }

    @Test func aRecoveredMovieHasThePacketsOfTheRecording() async throws {
        let history = try await Video.short.value.recordingHistory()
        let torn = try folder.write(Array(history[history.count - 4].dropLast(3000)), to: "a.mp4")
        // In a finished movie frames are decoded at other times than in a recording.
        let before = try await Programs.packets(
            of: try wholeFragments(of: torn), withDecodeTimes: false)
        let copy = folder.path + "/copy.mp4"
        let report = try MovieRecovery.recover(path: torn, output: copy)
        #expect(try MovieRecovery.recover(path: torn).tracks == report.tracks)
        for path in [torn, copy] {
            let after = try await Programs.packets(of: path, withDecodeTimes: false)
            #expect(after["video"] == before["video"])
            #expect(after["audio"] == before["audio"])
            #expect(after["data"]?.isEmpty == false)
            try await Programs.expectToBeValid(path)
        }
        #expect(try await Programs.faceTimes(of: torn).first == "0")
    }

    /// A copy without the tail, of which `ffprobe` shows what is there of packets.
    private func wholeFragments(of path: String) throws -> String {
        let reader = try MovieReader(path: path)
        var fragments = reader.fragments()
        while try fragments.next() != nil {}
        let bytes = try reader.readBytes(at: 0, count: Int(fragments.end))
        return try folder.write(bytes, to: "whole.mp4")
    }

    @Test(arguments: ["empty_moov+default_base_moof", "empty_moov+delay_moov", "separate_moof"])
    func fragmentedMoviesOfOthersBecomePlain(flags: String) async throws {
        let path = folder.path + "/other.mp4"
        try await Programs.make(
            path,
            "-f lavfi -i testsrc=s=96x64:r=25:d=3 -f lavfi -i sine=d=3 -c:v libx264 -bf 2 -g 10 "
                + "-c:a aac -movflags frag_keyframe+\(flags)")
        let before = try await Programs.packets(of: path)
        let report = try MovieRecovery.recover(path: path)
        #expect(!report.wasFinished)
        #expect(report.droppedByteCount == 0)
        #expect(try await Programs.packets(of: path) == before)
        #expect(try !MovieReader(path: path).isFragmented)
        try await Programs.expectToBeValid(path)
        let bytes = FileManager.default.contents(atPath: path)
        #expect(try MovieRecovery.recover(path: path).wasFinished)
        #expect(FileManager.default.contents(atPath: path) == bytes)
        #expect(folder.contents == ["other.mp4"])
    }

    @Test func aRecordingWithoutAFragmentIsAnErrorAndStays() async throws {
        let history = try await Video.short.value.recordingHistory()
        let start = try #require(history.first)
        let path = try folder.write(start, to: "start.mp4")
        for output in [nil, folder.path + "/copy.mp4"] {
            let error = #expect(throws: FacecapError.self) {
                try MovieRecovery.recover(path: path, output: output)
            }
            #expect(error?.code == .mediaDamaged)
        }
        #expect(FileManager.default.contents(atPath: path) == Data(start))
        #expect(folder.contents == ["start.mp4"])
    }

    @Test(arguments: [500, 2000, 4000])
    func ofAPlainMovieWithoutItsEndTheFramesThatAreThereAreKept(missing: Int) async throws {
        let path = folder.path + "/plain.mp4"
        try await Programs.make(
            path,
            "-f lavfi -i testsrc=s=96x64:d=1 -f lavfi -i sine=d=1 -c:v libx264 -c:a aac -movflags faststart"
        )
        let whole = Array(try #require(FileManager.default.contents(atPath: path)))
        try folder.write(Array(whole.dropLast(missing)), to: "plain.mp4")
        let report = try MovieRecovery.recover(path: path)
        #expect(!report.wasFinished && report.fragmentCount == 0)
        let recovered = Array(try #require(FileManager.default.contents(atPath: path)))
        #expect(try MovieReader(path: path).tornTail == nil)
        let (before, after) = (try content(of: whole), try content(of: recovered))
        for kind in [MovieTrack.Kind.video, .audio] {
            let (all, kept) = (before[kind] ?? [], after[kind] ?? [])
            #expect(!kept.isEmpty && all.starts(with: kept))
        }
        #expect(after != before)
        #expect(try content(of: Array(whole.dropLast(missing))) == after)
        let packets = try await Programs.packets(of: path)
        #expect(packets["video"]?.count == after[.video]?.count)
        try await Programs.expectToBeValid(path)
    }

    @Test func whatAMovieWithoutItsEndSaysBesideItsFramesEndsWithThem() async throws {
        let chapters = try folder.write(
            Array(
                """
                ;FFMETADATA1
                [CHAPTER]
                TIMEBASE=1/1
                START=0
                END=1
                title=one
                [CHAPTER]
                TIMEBASE=1/1
                START=1
                END=4
                title=two

                """.utf8), to: "chapters.txt")
        let path = folder.path + "/plain.mov"
        try await Programs.make(
            path,
            "-f lavfi -i testsrc2=s=320x240:d=4 -i \(chapters) -map_chapters 1 -c:v libx264 -g 1"
                + " -timecode 01:00:00:00 -movflags faststart")
        let bytes = Array(try #require(FileManager.default.contents(atPath: path)))
        try folder.write(Array(bytes.dropLast(bytes.count / 3)), to: "plain.mov")
        _ = try MovieRecovery.recover(path: path)
        let movie = try MovieReader(path: path)
        let video = try #require(movie.tracks.first)
        let end = video.mediaDuration.map { Double($0) / Double(video.timescale) } ?? 0
        #expect(end > 1 && end < 4)
        #expect(movie.tracks.count > 1)
        for track in movie.tracks {
            let own = track.mediaDuration.map { Double($0) / Double(track.timescale) } ?? 0
            #expect(own < end + 0.01, "\(track.handler)")
        }
        #expect(abs((movie.duration?.seconds ?? 0) - end) < 0.01)
    }

    @Test func aRecordingThatGoesOnIsLeftAlone() async throws {
        let history = try await Video.short.value.recordingHistory()
        let path = try folder.write(history[history.count - 4], to: "live.mp4")
        let writer = try FileHandle(forUpdating: URL(filePath: path))
        let error = #expect(throws: FacecapError.self) { try MovieRecovery.recover(path: path) }
        #expect(error?.code == .outputFailed)
        try writer.close()
        #expect(try !MovieRecovery.recover(path: path).wasFinished)
    }

    @Test func aRecordingThatIsFinishedMeanwhileStaysAsItIs() async throws {
        let history = try await Video.short.value.recordingHistory()
        let finished = try #require(history.last)
        let path = try folder.write(history[history.count - 4], to: "live.mp4")
        let before = try RecordedFile(path: path)
        try folder.write(finished, to: "live.mp4")
        #expect(try MovieRecovery.replace(before, at: path).wasFinished)
        #expect(FileManager.default.contents(atPath: path) == Data(finished))
    }

    /// A movie of another program, in fragments.
    private func makeFragments() async throws -> String {
        let path = folder.path + "/other.mp4"
        try await Programs.make(
            path,
            "-f lavfi -i testsrc=s=96x64:d=1 -c:v libx264 -movflags frag_keyframe+empty_moov")
        return path
    }

    @Test func aMovieOfOthersThatChangesMeanwhileIsNotReplaced() async throws {
        let path = try await makeFragments()
        let before = try RecordedFile(path: path)
        var changed = Array(try #require(FileManager.default.contents(atPath: path)))
        changed.append(0)
        try folder.write(changed, to: "other.mp4")
        let error = #expect(throws: FacecapError.self) {
            try MovieRecovery.replace(before, at: path)
        }
        #expect(error?.code == .mediaDamaged)
        #expect(FileManager.default.contents(atPath: path) == Data(changed))
        #expect(folder.contents == ["other.mp4"])
    }

    @Test func anEncryptedMovieInFragmentsIsRefusedAndStays() async throws {
        let path = try await makeFragments()
        var bytes = Array(try #require(FileManager.default.contents(atPath: path)))
        let entry = try #require(bytes.lastRange(of: Array("avc1".utf8)))
        bytes.replaceSubrange(entry, with: "encv".utf8)
        try folder.write(bytes, to: "other.mp4")
        #expect(try MovieReader(path: path).tracks.map(\.codec) == ["encv"])
        let error = #expect(throws: FacecapError.self) { try MovieRecovery.recover(path: path) }
        #expect(error?.code == .mediaUnreadable)
        #expect(FileManager.default.contents(atPath: path) == Data(bytes))
        #expect(folder.contents == ["other.mp4"])
    }
}
