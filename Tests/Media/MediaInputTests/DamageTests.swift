// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Foundation
import Glibc
import MediaInput
import TestSupport
import Testing

@Suite(.enabled(if: FFmpegProgram.isAvailable, "ffmpeg is not installed"))
struct DamageTests {
    let folder: MediaFolder

    init() throws { folder = try MediaFolder() }

    static let containers = [
        ("a.mp4", "-movflags faststart"), ("a.mkv", ""), ("a.ts", ""), ("a.avi", ""),
        ("f.mp4", "-movflags frag_keyframe+empty_moov"),
    ]

    @Test(arguments: containers)
    func aVideoCutAnywhereEndsWithoutHarm(container: (name: String, flags: String)) throws {
        let data = try video(container.name, container.flags)
        let whole = try Recording(MediaFileSource(folder.path(container.name)))
        for cut in stride(from: 1, to: data.count, by: data.count / 23) {
            let path = try folder.write("cut", data.prefix(cut))
            do throws(FacecapError) {
                let source = try MediaFileSource(path)
                var count = 0
                while let event = try source.nextEvent() {
                    if case .video = event { count += 1 }
                }
                #expect((1...whole.images.count).contains(count))
            } catch {
                #expect(error.code == .mediaUnreadable, "cut at \(cut)")
            }
        }
    }

    @Test(arguments: containers.prefix(2))
    func aCutVideoGivesItsFramesThenOneWarning(container: (name: String, flags: String)) throws {
        let data = try video(container.name, container.flags)
        let whole = try Recording(MediaFileSource(folder.path(container.name)))
        #expect(whole.warnings.isEmpty)
        let cut = try folder.write("cut", data.prefix(data.count * 2 / 3))
        let recording = try Recording(MediaFileSource(cut))
        #expect(recording.images.count > 20)
        #expect(
            recording.presentationTimes.prefix(20) == whole.presentationTimes.prefix(20))
        #expect(recording.warnings.map(\.code) == [.mediaDamaged])
        #expect(recording.warnings.first?.message.contains("s are missing") == true)
    }

    /// Where the second one begins, packets are not counted on: libavformat calls the one before damaged.
    @Test func aTransportStreamOfTwoPartsIsNotCutShortBetweenThem() throws {
        var data = Data()
        for start in [0, 2] {
            data += try folder.makeData(
                "a.ts",
                "-f lavfi -i testsrc=s=320x240:r=25:d=2 -c:v libx264 -output_ts_offset \(start)")
        }
        let whole = try Recording(MediaFileSource(try folder.write("both.ts", data)))
        #expect(whole.images.count == 100)
        #expect(whole.warnings.isEmpty, "\(whole.warnings)")
    }

    /// The decoder of the first codec stays.
    @Test func timeDoesNotGoBackWhereAnotherCodecBeginsAgain() throws {
        var data = Data()
        for codec in ["libx264 -bf 0", "mpeg2video"] {
            data += try folder.makeData(
                "a.ts", "-f lavfi -i testsrc=s=320x240:r=25:d=4 -g 15 -c:v \(codec)")
        }
        let source = try MediaFileSource(try folder.write("both.ts", data))
        var (last, count) = (MediaTime.zero, 0)
        while let event = try source.nextEvent() {
            let time: MediaTime? =
                switch event {
                case .video(let sample): sample.presentationTime
                case .dropped(_, let time): time
                default: nil
                }
            guard let time else { continue }
            #expect(time >= last, "frame \(count)")
            (last, count) = (time, count + 1)
        }
        #expect(count > 100)
    }

    /// Of Y4M libavformat leaves out what is not a whole frame.
    @Test(arguments: [("a.y4m", "-pix_fmt yuv420p"), ("a.mjpeg", "-c:v mjpeg")], [true, false])
    func framesOneAfterTheOtherAreReportedWhereTheLastOneIsCut(
        file: (name: String, flags: String), isPiped: Bool
    ) throws {
        let data = try folder.makeData(
            file.name, "-f lavfi -i testsrc=s=64x48:r=25:d=1 \(file.flags)")
        for (count, isCut) in [(data.count, false), (data.count - 200, true)] {
            let part = try folder.write("\(count)." + file.name, data.prefix(count))
            let recording = try Recording(
                MediaFileSource(isPiped ? try pipe(from: part) : part))
            #expect((24...25).contains(recording.images.count))
            #expect(recording.warnings.map(\.code) == (isCut ? [.mediaDamaged] : []))
            if let warning = recording.warnings.first {
                #expect(warning.message.contains("it ends in the middle of a frame"))
            }
        }
    }

    /// A pipe with a name into which a file is written once somebody reads.
    private func pipe(from path: String) throws -> String {
        let pipe = path + ".pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        let data = try Data(contentsOf: URL(filePath: path))
        Thread.detachNewThread {
            let file = FileHandle(forWritingAtPath: pipe)
            try? file?.write(contentsOf: data)
            try? file?.close()
        }
        return pipe
    }

    @Test func aPacketThatFailsToDecodeIsDroppedAndReadingGoesOn() throws {
        var data = try folder.makeData("png.nut", "-f lavfi -i testsrc=s=64x48:d=1 -c:v png")
        // Every fifth header of a PNG is spoiled.
        let header = Data([0x89, 0x50, 0x4E, 0x47])
        var count = 0
        var start = data.startIndex
        while let found = data[start...].firstRange(of: header) {
            if count % 5 == 2 { data[found.lowerBound] = 0 }
            count += 1
            start = found.upperBound
        }
        #expect(count == 25)
        let recording = try Recording(MediaFileSource(try folder.write("bad.nut", data)))
        #expect(recording.images.count == 20)
        #expect(recording.drops == Array(repeating: .corruptData, count: 5))
        #expect(recording.warnings.map(\.code) == [.mediaDamaged])
        #expect(recording.warnings.first?.message.contains("5 frames cannot be decoded") == true)
    }

    /// Whatever the order in which they are decoded, each frame comes once, decoded or not.
    @Test func framesThatCannotBeDecodedComeWhereTheyWouldBeShown() throws {
        let data = try video("a.mp4", "-movflags faststart")
        let whole = try Recording(MediaFileSource(try folder.write("whole", data))).images
            .map(\.presentationTime)
        var drops = 0
        for place in stride(from: data.count / 4, to: data.count - 2000, by: 2000) {
            var spoiled = data
            for index in place..<place + 1000 { spoiled[index] ^= 0x5A }
            let source = try MediaFileSource(try folder.write("spoiled", spoiled))
            var times: [MediaTime] = []
            while let event = try source.nextEvent() {
                switch event {
                case .video(let sample): times.append(sample.presentationTime)
                case .dropped(_, let time):
                    times.append(time)
                    drops += 1
                default: break
                }
            }
            #expect(times == whole, "spoiled at \(place)")
        }
        #expect(drops > 0)
    }

    @Test func spoiledBytesNeverStopReading() throws {
        var random = SeededNumbers(seed: 7)
        var count = 0
        for (name, flags) in Self.containers {
            let data = try video(name, flags)
            for _ in 0..<8 {
                var spoiled = data
                for _ in 0..<30 {
                    spoiled[Int(random.next() % UInt64(data.count))] = UInt8(random.next() & 255)
                }
                let path = try folder.write("spoiled", spoiled)
                do throws(FacecapError) {
                    let source = try MediaFileSource(path, options: .init(wantsAudio: true))
                    var last: MediaTime?
                    while let event = try source.nextEvent() {
                        guard case .video(let sample) = event else { continue }
                        #expect(last.map { $0 < sample.presentationTime } ?? true)
                        last = sample.presentationTime
                        count += 1
                    }
                } catch {
                    #expect(error.code == .mediaUnreadable, "\(error)")
                }
            }
        }
        #expect(count > 0)
    }

    @Test func spoiledSamplesKeepTheirOrderAndTheTimesOfTheirImages() throws {
        var random = SeededNumbers(seed: 11)
        var count = 0
        let options = MediaFileSource.Options(
            wantsAudio: true, deliversEncodedSamples: [.video, .audio])
        for (name, flags) in Self.containers {
            let data = try video(name, flags)
            for round in 0..<8 {
                var spoiled = round < 4 ? data : data.prefix(data.count * round / 8)
                for _ in 0..<30 {
                    spoiled[Int(random.next() % UInt64(spoiled.count))] = UInt8(
                        random.next() & 255)
                }
                let path = try folder.write("spoiled", spoiled)
                guard let source = try? MediaFileSource(path, options: options) else { continue }
                var lastTimes: [MediaType: MediaTime] = [:]
                var sampleTimes: Set<MediaTime> = []
                while let event = try? source.nextEvent() {
                    switch event {
                    case .encoded(let sample, let type):
                        count += 1
                        #expect(lastTimes[type].map { $0 < sample.decodeTime } ?? true)
                        lastTimes[type] = sample.decodeTime
                        #expect(!sample.bytes.isEmpty)
                        if type == .video { sampleTimes.insert(sample.presentationTime) }
                    case .video(let sample) where !sampleTimes.isEmpty:
                        #expect(sampleTimes.contains(sample.presentationTime), "\(name) \(round)")
                    default: break
                    }
                }
            }
        }
        #expect(count > 0)
    }

    @Test func anImageWithoutItsDataIsUnreadable() throws {
        let data = try folder.makeData("a.png", "-f lavfi -i testsrc=s=64x48 -frames:v 1")
        let cut = try folder.write("cut.png", data.prefix(60))
        #expect(openingError(cut)?.code == .mediaUnreadable)
    }

    @Test func halfAJPEGIsAnImageWithAWarning() throws {
        let data = try folder.makeData("a.jpg", "-f lavfi -i testsrc=s=320x240 -frames:v 1")
        for count in [data.count, data.count - 2, data.count / 2] {
            let cut = try folder.write("cut.jpg", data.prefix(count))
            let recording = try Recording(MediaFileSource(cut))
            #expect(recording.images.map(\.pixelBuffer.height) == [240])
            #expect(recording.warnings.count == (count == data.count ? 0 : 1), "\(count)")
        }
    }

    private func video(_ name: String, _ flags: String) throws -> Data {
        try folder.makeData(
            name,
            "-f lavfi -i testsrc=s=160x120:d=3 -f lavfi -i sine=d=3 -c:v libx264 -bf 2 -g 25 "
                + flags)
    }
}
