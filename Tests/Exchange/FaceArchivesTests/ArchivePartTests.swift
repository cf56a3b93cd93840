// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceAnalysis
import FaceDetectors
import FaceValues
import Foundation
import ProcessIsolation
import SystemSupport
import TestSupport
import Testing

@testable import FaceArchives

/// Parts: what looks at the frames of a segment showed, as bytes.
struct ArchivePartTests {
    private let folder: TemporaryFolder
    private let plan: ArchivePlan
    private let segment: ArchiveSegment

    init() throws {
        folder = try TemporaryFolder()
        plan = ArchivePlan(ArchiveSearch(DetectorDescription(name: "haar")))
        let video = try VideoFingerprint(path: folder.write([1, 2, 3], to: "video.mp4"))
        segment = ArchiveSegment(whole: video, of: plan)
    }

    private var path: String { ArchivePart.path(of: segment, in: folder.path) }

    private func records(using numbers: inout SeededNumbers) -> [ArchiveRecord] {
        let format = VideoFormat(
            width: 640, height: 360, frameRate: 30, orientation: .quarterTurn,
            pixelAspectRatio: .init(horizontalSpacing: 64, verticalSpacing: 45))
        var records: [ArchiveRecord] = [.video(format)]
        for index in 0..<40 {
            let frame = ArchiveRecord.Frame(
                time: MediaTime(value: Int64(index) * 1001, timescale: 30_000),
                duration: index.isMultiple(of: 3) ? nil : MediaTime(value: 1001, timescale: 30_000),
                orientation: .quarterTurn)
            switch index % 8 {
            case 5: records.append(.passed(frame, .skipped(.interval)))
            case 6: records.append(.passed(frame, .dropped(.corruptData)))
            case 7: records.append(.warning(FacecapError(.mediaDamaged, "The video is cut off.")))
            default: records.append(.looked(frame, .random(using: &numbers)))
            }
        }
        return records
    }

    private func write(
        _ records: [ArchiveRecord], of plan: ArchivePlan? = nil
    ) throws -> [UInt8] {
        var part = try ArchivePartWriter(segment, of: plan ?? self.plan, in: folder.path)
        for record in records { try part.append(record) }
        _ = try part.end()
        try part.publish()
        return Array(try Data(contentsOf: URL(filePath: path)))
    }

    private func read(of plan: ArchivePlan? = nil) throws -> [ArchiveRecord] {
        var part = try ArchivePartReader(segment, of: plan ?? self.plan, in: folder.path)
        var records: [ArchiveRecord] = [.video(part.format)]
        while let record = try part.next() { records.append(record) }
        return records
    }

    @Test func everyRecordComesBackToTheLastBit() throws {
        var numbers = SeededNumbers.fresh()
        let records = records(using: &numbers)
        let bytes = try write(records)
        #expect(try read() == records)
        let part = try ArchivePartReader(segment, of: plan, in: folder.path)
        #expect(part.frameCount == 35)
        #expect(part.byteCount == bytes.count)
        #expect(part.checksum == SHA256.hex(of: bytes))
        #expect(try write(records) == bytes, "a repeated task writes the same")
    }

    @Test func timesFarFromZeroComeBack() throws {
        let time = MediaTime(value: 8_000_000_000_000_000_000, timescale: 2_000_000_000)
        let frame = ArchiveRecord.Frame(time: time, duration: nil, orientation: .upright)
        let records = [
            ArchiveRecord.video(VideoFormat(width: 64, height: 48, frameRate: 30)),
            .passed(frame, .skipped(.interval)),
        ]
        _ = try write(records)
        #expect(try read() == records)
    }

    @Test func aPartThatIsNotWholeIsRefusedWhereverItIsCutOrChanged() throws {
        var numbers = SeededNumbers.fresh()
        let bytes = try write(records(using: &numbers))
        let cuts = [0, 1, 14, 15, 20, bytes.count - 1, bytes.count - 45, bytes.count - 46]
        let places = (0..<60).map { _ in Int(numbers.next() % UInt64(bytes.count)) }
        for count in cuts + places {
            try Data(bytes[..<count]).write(to: URL(filePath: path))
            #expect(damage() == .mediaDamaged, "\(count) of \(bytes.count) bytes")
        }
        for place in places {
            var changed = bytes
            changed[place] ^= 1 << UInt8(numbers.next() % 8)
            try Data(changed).write(to: URL(filePath: path))
            #expect(damage() == .mediaDamaged, "byte \(place)")
        }
        try Data(bytes + [0]).write(to: URL(filePath: path))
        #expect(damage() == .mediaDamaged, "a byte too many")
    }

    private func damage() -> FacecapError.Code? {
        do throws(FacecapError) {
            _ = try ArchivePartReader(segment, of: plan, in: folder.path)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func recordsOfStrangersAreReadOrRefused() throws {
        var numbers = SeededNumbers.fresh()
        let seal = ArchiveSeal(plan, key: segment.key)
        var refusedCount = 0
        for record in records(using: &numbers) {
            for _ in 0..<200 {
                var (kind, bytes) = record.bytes(seal: seal, place: 7)
                for _ in 0...(numbers.next() % 3) where !bytes.isEmpty {
                    bytes[Int(numbers.next() % UInt64(bytes.count))] = UInt8(
                        truncatingIfNeeded: numbers.next())
                }
                if numbers.next() & 7 == 0 { bytes.removeLast(min(bytes.count, 3)) }
                if numbers.next() & 15 == 0 { kind = .looked }
                let read = try? ArchiveRecord(kind, bytes[...], seal: seal, place: 7)
                if read == nil { refusedCount += 1 }
            }
        }
        #expect(refusedCount > 500)
    }

    @Test func coloursCannotBeReadWithoutThePlan() throws {
        var look = FaceLook(
            imageSize: Size(width: 64, height: 48), scan: .full, isCut: false,
            cameraMotion: Point(x: 0, y: 0), faces: [])
        var shares = [Float](repeating: 0, count: FaceAppearance.regionCount)
        (shares[3], shares[40], shares[104]) = (0.25, 0.75, 1)
        var face = DetectedFace(
            bounds: Rect(x: 1, y: 2, width: 3, height: 4), confidence: 0.5)
        face.appearance = FaceAppearance(head: shares, torso: nil)
        look.faces = [face, face]
        let frame = ArchiveRecord.Frame(
            time: MediaTime(value: 1, timescale: 30), duration: nil, orientation: .upright)
        let format = VideoFormat(width: 64, height: 48, frameRate: 30)
        let records = [ArchiveRecord.video(format), .looked(frame, look), .looked(frame, look)]
        let bytes = try write(records)
        // The same colors four times, and nowhere the same bytes.
        for share in shares where share != 0 {
            let plain = withUnsafeBytes(of: share.bitPattern.littleEndian) { Array($0) }
            #expect(bytes.firstRange(of: plain) == nil)
        }
        let seal = ArchiveSeal(plan, key: segment.key)
        let hidden = [0, 1].flatMap { place in
            [0, 1].map { seal.exchange([1, 2, 3, 4, 5, 6, 7, 8], place: place, index: $0) }
        }
        #expect(Set(hidden).count == 4)
        let other = try? read(of: ArchivePlan(plan.search))
        #expect(other != records)
    }
}
