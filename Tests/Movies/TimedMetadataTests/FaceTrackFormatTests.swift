// SPDX-License-Identifier: Apache-2.0
import Testing
import TimedMetadata

@Suite("The sample entry of a face track")
struct FaceTrackFormatTests {
    @Test("With Apple's keys it has the bytes that iPhones write")
    func appleKeys() {
        let face = "com.apple.quicktime.detected-face"
        let float = "00000010 'dtyp' 00000000 00000017  00000014 'sdpd' 0000000c 'sdpi' 00000000"
        let expected = bytes(
            """
            00000232 'mebx' 000000000000 0001
            000001f6 'keys'
            0000007a 00000001
            0000002d 'keyd' 'mdta' '\(face)'
            0000002d 'dtyp' 00000001 '\(face)'
            00000018 'ctps' 00000010 'dtyp' 00000000 00000045
            0000004d 00000002 00000035 'keyd' 'fiel' '\(face).face-id'
            00000010 'dtyp' 00000000 0000004d
            00000060 00000003 00000034 'keyd' 'fiel' '\(face).bounds'
            00000010 'dtyp' 00000000 00000050  00000014 'sdpd' 0000000c 'sdpi' 00000000
            00000064 00000004 00000038 'keyd' 'fiel' '\(face).roll-angle' \(float)
            00000063 00000005 00000037 'keyd' 'fiel' '\(face).yaw-angle' \(float)
            0000000c 'lidp' 00000001
            00000020 'lidl' 00000018 01000000 00000002 00000003 00000004 00000005
            """)
        #expect(FaceTrackFormat(keys: .apple).sampleEntry == expected)
    }

    @Test("Facecap's own keys come after Apple's, which keep their ids")
    func ownKeys() throws {
        let names = try #require(
            BoxedMetadataEntry(reading: FaceTrackFormat(includesLandmarks: true).sampleEntry)
        ).names
        let apple = try #require(
            BoxedMetadataEntry(reading: FaceTrackFormat(keys: .apple).sampleEntry)
        ).names
        #expect(names.filter { $0.key <= 5 } == apple)
        #expect(names[10] == "org.facecap.face.landmarks")
        #expect(names[12] == "org.facecap.frame.analysed")
        #expect(names[14] == "org.facecap.face.distance")
        #expect(names[15] == "org.facecap.face.capture-quality")
    }

    @Test("Apple's keys alone never hold landmarks")
    func appleWithoutLandmarks() {
        #expect(
            FaceTrackFormat(keys: .apple, includesLandmarks: true)
                == FaceTrackFormat(keys: .apple))
    }

    @Test("Cut anywhere, changed anywhere, it is read without harm")
    func damagedEntries() {
        let entry = FaceTrackFormat(includesLandmarks: true).sampleEntry
        for count in entry.indices {
            _ = FaceSampleDecoder(sampleEntry: Array(entry.prefix(count)))
            for value: UInt8 in [0, 1, 0x7F, 0xFF] {
                var changed = entry
                changed[count] = value
                _ = FaceSampleDecoder(sampleEntry: changed)
            }
        }
        #expect(FaceSampleDecoder(sampleEntry: []) == nil)
    }

    @Test("Of a hostile entry a thousand keys are read, with a name or without")
    func keysWithoutNames() throws {
        let named =
            "00000028 00000009 00000010 'keyd' 'mdtaa.b.'  00000010 'dtyp' 00000000 00000001"
        for (count, isRead) in [(1023, true), (1024, false)] {
            let keys = Array(repeating: bytes("00000008 00000001"), count: count) + [bytes(named)]
            let body = keys.flatMap(\.self)
            let size = String(8 + body.count, radix: 16)
            let padded = String(repeating: "0", count: 8 - size.count) + size
            let box = bytes("00000000 'mebx' 000000000000 0001 \(padded) 'keys'") + body
            let entry = try #require(BoxedMetadataEntry(reading: box))
            #expect(entry.names == (isRead ? [9: "a.b."] : [:]))
            #expect(entry.textIDs == (isRead ? [9] : []))
        }
    }
}
