// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import MovieBoxes
import Testing

@testable import MovieWriting

/// Keys that are declared while a movie is written.
@Suite struct ChangedEntryTests {
    /// A sample entry with keys of 40 bytes each, and room for the others.
    private static func entry(keys count: UInt32) -> [UInt8] {
        var writer = BoxWriter()
        writer.box("mebx") { writer in
            writer.append(UInt64(1))
            writer.box("keys") { writer in
                for number in 0..<count {
                    writer.append(UInt32(40))
                    writer.append(0x0102_0304 + number)
                    for byte in 0..<32 { writer.append(UInt8(truncatingIfNeeded: byte) &+ 1) }
                }
                BoxedMetadataKeys.writeUnused(byteCount: 2000 - 40 * Int(count), to: &writer)
            }
        }
        return writer.bytes
    }

    /// The local ids of keys in the first sample entry of a movie in fragments, or a finished one.
    private static func ids(in bytes: [UInt8]) -> [UInt32]? {
        guard let place = bytes.firstRange(of: Array("keys".utf8)) else { return nil }
        var outer = BoxReader(bytes[(place.lowerBound - 4)...])
        guard let keys = outer.readBox(), !keys.isCutShort else { return nil }
        var reader = BoxReader(keys.content)
        let boxes = reader.readBoxes()
        guard reader.isAtEnd else { return nil }
        for box in boxes where box.type.rawValue != 0 {
            // A key that is seen is whole.
            guard box.content.elementsEqual((1...32).map { UInt8($0) }) else { return nil }
        }
        return boxes.map(\.type.rawValue).filter { $0 != 0 }
    }

    /// A recording of metadata alone.
    private func writer(to storage: RecordingStorage, keys: UInt32) throws -> MovieWriter {
        try MovieWriter(
            recording: storage,
            tracks: [
                MovieWriter.TrackDescription(
                    content: .metadata(
                        sampleEntry: Self.entry(keys: keys), name: "Metadata", describes: nil),
                    timescale: 10)
            ])
    }

    @Test func atEveryMomentTheKeysThatAreSeenAreWholeAndCoverTheSamples() throws {
        let storage = RecordingStorage()
        let writer = try writer(to: storage, keys: 0)
        for number in 0..<40 {
            let count = UInt32(1 + number / 10)
            writer.changeSampleEntry(ofTrack: 0, to: Self.entry(keys: count))
            try writer.append(
                EncodedSample(
                    bytes: [0, 0, 0, 9, 1, 2, 3, UInt8(3 + count), 7],
                    presentationTime: MediaTime(value: Int64(number), timescale: 10)),
                toTrack: 0)
        }
        _ = try writer.finish()
        for state in storage.states {
            let ids = try #require(Self.ids(in: state))
            #expect(ids == Array(0x0102_0304..<0x0102_0304 + UInt32(ids.count)))
            for count in 1...4 where ids.count < count {
                let sample: [UInt8] = [0, 0, 0, 9, 1, 2, 3, UInt8(3 + count), 7]
                #expect(state.firstRange(of: sample) == nil, "\(count)")
            }
        }
        // The finished movie has no room for others.
        let last = try #require(storage.bytes.ranges(of: Array("keys".utf8)).last)
        #expect(
            storage.bytes[(last.lowerBound - 4)..<last.lowerBound].elementsEqual([0, 0, 0, 168]))
    }

    @Test func anEntryOfAnotherLengthOrTrackIsLeftOut() throws {
        let storage = RecordingStorage()
        let writer = try writer(to: storage, keys: 1)
        writer.changeSampleEntry(ofTrack: 0, to: Self.entry(keys: 1) + [0])
        writer.changeSampleEntry(ofTrack: 7, to: Self.entry(keys: 1))
        for number in 0..<3 {
            try writer.append(
                EncodedSample(
                    bytes: [0, 0, 0, 8, 0, 0, 0, 0],
                    presentationTime: MediaTime(value: Int64(number), timescale: 10)), toTrack: 0)
        }
        _ = try writer.finish()
        #expect(storage.states.allSatisfy { Self.ids(in: $0) == [0x0102_0304] })
    }
}
