// SPDX-License-Identifier: Apache-2.0
import CodecBitstreams
import TestSupport
import Testing

@Suite struct AnnexBTests {
    private func units(_ bytes: [UInt8]) -> [[UInt8]] {
        bytes.withUnsafeBytes { buffer in
            var units: [[UInt8]] = []
            AnnexB.forEachUnit(in: buffer) { units.append(Array(buffer[$0])) }
            return units
        }
    }

    @Test func unitsLieBehindStartCodesOfThreeAndFourBytes() {
        let bytes: [UInt8] = [0, 0, 0, 1, 0x67, 1, 2, 0, 0, 1, 0x68, 3, 0, 0, 0, 1, 0x65, 9]
        #expect(units(bytes) == [[0x67, 1, 2], [0x68, 3], [0x65, 9]])
    }

    @Test func zerosAfterAUnitAndBytesBeforeTheFirstBelongToNone() {
        #expect(
            units([7, 7, 0, 0, 1, 0x65, 5, 0, 0, 0, 0, 0, 1, 0x41, 6, 0, 0]) == [
                [0x65, 5], [0x41, 6],
            ])
    }

    @Test func emptyUnitsAndBytesWithoutStartCodesHoldNothing() {
        #expect(units([]).isEmpty)
        #expect(units([0, 0, 1]).isEmpty)
        #expect(units([0, 0, 1, 0, 0, 1, 0, 0, 0, 1]).isEmpty)
        #expect(units([1, 2, 3, 0, 0, 3, 1]).isEmpty)
    }

    @Test func anErrorOfTheReaderEndsTheSearch() {
        struct Stop: Error {}
        var count = 0
        let bytes: [UInt8] = [0, 0, 1, 1, 0, 0, 1, 2, 0, 0, 1, 3]
        #expect(throws: Stop.self) {
            try bytes.withUnsafeBytes { buffer in
                try AnnexB.forEachUnit(in: buffer) { _ in
                    count += 1
                    if count == 2 { throw Stop() }
                }
            }
        }
        #expect(count == 2)
    }

    @Test func lengthsTakeThePlaceOfStartCodes() {
        let bytes: [UInt8] = [0, 0, 0, 1, 0x09, 0xF0, 0, 0, 1, 0x65, 1, 2, 3]
        let all = bytes.withUnsafeBytes { AnnexB.lengthPrefixed($0) }
        #expect(all == [0, 0, 0, 2, 0x09, 0xF0, 0, 0, 0, 4, 0x65, 1, 2, 3])
        let some = bytes.withUnsafeBytes { AnnexB.lengthPrefixed($0) { $0[0] != 0x09 } }
        #expect(some == [0, 0, 0, 4, 0x65, 1, 2, 3])
    }

    @Test func onlyAStartCodeBeginsAByteStream() {
        func isAnnexB(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBytes(AnnexB.isAnnexB) }
        #expect(isAnnexB([0, 0, 0, 1, 0x67, 1]))
        #expect(isAnnexB([0, 0, 1, 0x67, 1]))
        #expect(!isAnnexB([]))
        #expect(!isAnnexB([0, 0]))
        #expect(!isAnnexB([0, 0, 0, 0, 1]))
        #expect(!isAnnexB([1, 0x64, 0, 0x1F]))
        #expect(!isAnnexB([0, 0, 0, 4, 0x65, 1, 2, 3]))
    }

    @Test func aLengthThatLooksLikeAStartCodeIsNone() {
        let unit = [UInt8](repeating: 0x41, count: 0x167)
        let bytes: [UInt8] = [0, 0, 1, 0x67] + unit + [0, 0, 0, 1, 0x41]
        #expect(!bytes.withUnsafeBytes(AnnexB.isAnnexB))
        #expect(bytes.dropLast().withUnsafeBytes(AnnexB.isAnnexB))
    }

    @Test func randomBytesAreDividedAsAByteByByteSearchDoes() {
        var random = SeededNumbers.fresh()
        for _ in 0..<2000 {
            let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                [UInt8](arrayLiteral: 0, 0, 1, 2, 3, 255).randomElement(using: &random) ?? 0
            }
            #expect(units(bytes) == simpleUnits(bytes), "\(bytes)")
        }
    }

    /// The same by the definition's own words.
    private func simpleUnits(_ bytes: [UInt8]) -> [[UInt8]] {
        let starts = bytes.indices.filter { bytes[$0...].starts(with: [0, 0, 1]) }
        return zip(starts, starts.dropFirst() + [bytes.count]).map { start, end in
            var unit = Array(bytes[(start + 3)..<end])
            while unit.last == 0 { unit.removeLast() }
            return unit
        }.filter { !$0.isEmpty }
    }
}
