// SPDX-License-Identifier: Apache-2.0
import FaceValues
import TestSupport
import Testing
import TimedMetadata

/// Values under keys of a client, on their way into samples and back.
@Suite struct TimedMetadataGroupTests {
    typealias Item = TimedMetadataGroup.Item
    typealias Value = TimedMetadataGroup.Value

    static let values: [Value] = [
        .utf8(""), .utf8("Grüße\u{0}"), .json("{\"a\":[1,-2.5e3,null,\"\\u00e4\"]}"),
        .float32(-1.5),
        .float64(0.1), .int8(.min), .int16(.min), .int32(.min), .int64(.min), .uint8(.max),
        .uint16(.max), .uint32(.max), .uint64(.max), .point(Point(x: 0.25, y: -4)),
        .dimensions(Size(width: 1920, height: 1080)),
        .rect(Rect(x: 0, y: 0.5, width: 1, height: 0.25)),
    ]

    @Test func valuesOfEveryTypeComeBackFromASample() throws {
        var keys = ClientMetadataKeys()
        let items = Self.values.enumerated().map { Item(key: "org.example.v\($0)", value: $1) }
        try keys.declare(items)
        let entry = try #require(BoxedMetadataEntry(reading: keys.sampleEntry))
        let read = ClientMetadataKeys.decode(keys.encode(items, continuedCount: 3), entry: entry)
        #expect(read.items == items && read.continuedCount == 3)
        #expect(Set(items.map { $0.value.typeName }).count == 15)
    }

    @Test func theSampleEntryKeepsItsLengthAndIdsAreTheSameInEveryMovie() throws {
        var (one, other) = (ClientMetadataKeys(), ClientMetadataKeys())
        let before = one.sampleEntry
        let items = (0..<40).map { Item(key: "org.example.v\($0)", value: .uint8(1)) }
        try one.declare(items)
        try other.declare(items.reversed())
        #expect(one.sampleEntry.count == before.count && one.sampleEntry != before)
        let names = [one, other].map { BoxedMetadataEntry(reading: $0.sampleEntry)?.names }
        #expect(names[0] == names[1] && names[0]?.count == 41)
    }

    @Test func keysForWhichThereIsNoRoomAreRefusedAndTheOthersStay() throws {
        var keys = ClientMetadataKeys()
        var count = 0
        let error = #expect(throws: FacecapError.self) {
            while count < 1000 {
                try keys.declare([Item(key: "org.example.number-\(count)", value: .uint8(1))])
                count += 1
            }
        }
        #expect(error?.code == .invalidArgument && count > 45, "\(count)")
        let entry = try #require(BoxedMetadataEntry(reading: keys.sampleEntry))
        #expect(entry.names.count == count + 1)
        #expect(keys.sampleEntry.count == ClientMetadataKeys().sampleEntry.count)
    }

    @Test(
        arguments: [
            ("", .uint8(1)), ("key", .uint8(1)), (".a", .uint8(1)), ("a..b", .uint8(1)),
            ("a.", .uint8(1)),
            ("1a.b", .uint8(1)), ("org.example.grün", .uint8(1)), ("org.a b", .uint8(1)),
            ("org.facecap.marker", .utf8("")), ("com.apple.quicktime.detected-face", .utf8("")),
            (String(repeating: "a.b", count: 86), .uint8(1)),
            ("a.b", .float32(.infinity)), ("a.b", .float64(.nan)),
            ("a.b", .point(Point(x: 1e39, y: 0))),
            ("a.b", .json("{")), ("a.b", .json("")), ("a.b", .json("[1,]")),
            ("a.b", .json("\"\n\"")),
            ("a.b", .json("01")), ("a.b", .json(String(repeating: "[", count: 5000))),
            ("a.b", .utf8(String(repeating: "a", count: 16_385))),
            ("a.b", .other(dataType: 27, bytes: [])),
        ] as [(String, Value)])
    func whatNoRecordingTakesIsNamed(key: String, value: Value) throws {
        let error = #expect(throws: FacecapError.self) {
            try TimedMetadataGroup(items: [Item(key: key, value: value)]).check()
        }
        #expect(error?.code == .invalidArgument)
        #expect(error.map { $0.message.count < 300 && $0.message.hasSuffix(".") } == true)
    }

    @Test func groupsThatAreEmptyOrTooLargeOrHoldForNoTimeAreRefused() {
        let item = Item(key: "a.b", value: .uint8(1))
        for group in [
            TimedMetadataGroup(items: []),
            TimedMetadataGroup(items: Array(repeating: item, count: 65)),
            TimedMetadataGroup(items: [item], duration: .zero),
        ] {
            #expect(throws: FacecapError.self) { try group.check() }
        }
    }

    @Test func spoiledSamplesGiveItemsOrNone() throws {
        var numbers = SeededNumbers.fresh()
        var keys = ClientMetadataKeys()
        let items = Self.values.enumerated().map { Item(key: "org.example.v\($0)", value: $1) }
        try keys.declare(items)
        let (sample, entry) = (keys.encode(items, continuedCount: 2), keys.sampleEntry)
        for _ in 0..<20_000 {
            var bytes = sample
            var described = entry
            for _ in 0..<Int.random(in: 1...4, using: &numbers) {
                bytes[Int.random(in: bytes.indices, using: &numbers)] = .random(
                    in: 0...255, using: &numbers)
                described[Int.random(in: 0..<1200, using: &numbers)] = .random(
                    in: 0...255, using: &numbers)
            }
            if Bool.random(using: &numbers) {
                bytes.removeLast(Int.random(in: 0..<bytes.count, using: &numbers))
            }
            guard let known = BoxedMetadataEntry(reading: described) else { continue }
            let read = ClientMetadataKeys.decode(bytes, entry: known)
            #expect(read.items.count <= bytes.count / 8 && read.continuedCount <= read.items.count)
        }
    }
}
