// SPDX-License-Identifier: Apache-2.0
import FaceValues
import TestSupport
import Testing

@testable import MovieBoxes

private func hex(_ bytes: [UInt8]) -> String { Hexadecimal.digits(of: bytes) }

private func digits(_ pattern: String) -> String { Hexadecimal.digits(pattern) }

private let identity = "00010000 0*12 00010000 0*12 40000000"

/// The bytes of boxes, field by field as the standard lists them.
@Suite struct BoxBytesTests {
    @Test func mediaData() {
        #expect(hex(MediaDataHeader(contentSize: 5).bytes) == digits("0000000d 'mdat'"))
        #expect(
            hex(MediaDataHeader.sixteenBytes(boxSize: 0xFFFF_FFFF))
                == digits("ffffffff 'mdat' 0*8"))
        #expect(
            hex(MediaDataHeader.sixteenBytes(boxSize: 0x1_0000_0000))
                == digits("00000001 'mdat' 0000000100000000"))
    }

    @Test(arguments: [
        ("00000009 'free' 01", "00000009 'free' 01"), ("00000000 'free' 01", "00000009 'free' 01"),
        ("0000000a 'free' 01", "00000009 'free' 01"),
        ("00000001 'free' 0000000000000011 01", "00000001 'free' 0000000000000011 01"),
        ("00000001 'free' 0100000000000011 01", "00000001 'free' 0000000000000011 01"),
    ])
    func boxesThatAreCopiedHaveTheSizeOfWhatIsThere(source: String, copy: String) {
        let characters = Array(digits(source))
        var reader = BoxReader(
            stride(from: 0, to: characters.count, by: 2).compactMap {
                UInt8(String(characters[$0..<$0 + 2]), radix: 16)
            })
        let box = reader.readBox()
        #expect(box.map { hex(Array($0.sized)) } == digits(copy))
    }

    @Test func movieHeader() {
        var box = MovieHeaderBox(
            times: HeaderTimes(creationTime: 3, duration: 1200), timescale: 600, nextTrackID: 1)
        box.setNextTrackID(4)
        let tail = "00010000 0100 0*10 \(identity) 0*24 00000004"
        #expect(
            hex(box.bytes)
                == digits("0000006c 'mvhd' 00000000 00000003 00000003 00000258 000004b0 " + tail))
        box.times.duration = 1 << 32
        #expect(
            hex(box.bytes)
                == digits(
                    "00000078 'mvhd' 01000000 0000000000000003 0000000000000003 00000258 "
                        + "0000000100000000 " + tail))
    }

    @Test func trackHeader() {
        func box(duration: UInt64, hasVolume: Bool) -> TrackHeaderBox {
            TrackHeaderBox(
                times: HeaderTimes(
                    flags: TrackHeaderBox.flags(isEnabled: true), creationTime: 0,
                    duration: duration),
                trackID: 2, hasVolume: hasVolume, matrix: .identity, width: 640 << 16,
                height: 480 << 16)
        }
        #expect(
            hex(box(duration: 9, hasVolume: true).bytes)
                == digits(
                    "0000005c 'tkhd' 00000003 0*8 00000002 0*4 00000009 0*12 0100 0000 "
                        + "\(identity) 02800000 01e00000"))
        #expect(
            hex(box(duration: 1 << 32, hasVolume: false).bytes)
                == digits(
                    "00000068 'tkhd' 01000003 0*16 00000002 0*4 0000000100000000 0*12 0000 0000 "
                        + "\(identity) 02800000 01e00000"))
    }

    @Test func matrices() {
        func matrix(_ orientation: VideoOrientation) -> String {

            var writer = BoxWriter()
            TransformationMatrix(orientation: orientation, width: 3, height: 2).write(to: &writer)
            return hex(writer.bytes)
        }
        #expect(matrix(.upright) == digits(identity))
        #expect(
            matrix(.quarterTurn)
                == digits("0*4 00010000 0*4 ffff0000 0*8 00020000 0*4 40000000"))
        #expect(
            matrix(.halfTurn)
                == digits("ffff0000 0*12 ffff0000 0*4 00030000 00020000 40000000"))
        #expect(
            matrix(.threeQuarterTurn)
                == digits("0*4 ffff0000 0*4 00010000 0*12 00030000 40000000"))
    }

    @Test func editList() {
        let short = EditListBox(edits: [
            MovieEdit(segmentDuration: 5, mediaTime: nil),
            MovieEdit(segmentDuration: 7, mediaTime: 1024),
        ])
        #expect(
            hex(short.bytes)
                == digits(
                    "00000028 'elst' 00000000 00000002 00000005 ffffffff 00010000 "
                        + "00000007 00000400 00010000"))
        let long = EditListBox(edits: [MovieEdit(segmentDuration: 1 << 32, mediaTime: nil)])
        #expect(
            hex(long.bytes)
                == digits(
                    "00000024 'elst' 01000000 00000001 0000000100000000 "
                        + "ffffffffffffffff 00010000"))
    }

    @Test func trackReference() {
        let box = TrackReferenceBox(references: [.init(type: "cdsc", trackIDs: [1])])
        #expect(hex(box.bytes) == digits("00000014 'tref' 0000000c 'cdsc' 00000001"))
    }

    @Test func mediaHeader() {
        var box = MediaHeaderBox(
            times: HeaderTimes(creationTime: 1, duration: 2), timescale: 48_000, language: 0x55C4)
        #expect(
            hex(box.bytes)
                == digits("00000020 'mdhd' 0*4 00000001 00000001 0000bb80 00000002 55c4 0000"))
        box.times = HeaderTimes(creationTime: 1 << 32, duration: 2)
        #expect(
            hex(box.bytes)
                == digits(
                    "0000002c 'mdhd' 01000000 0000000100000000 0000000100000000 0000bb80 "
                        + "0000000000000002 55c4 0000"))
    }

    @Test func handlers() {
        #expect(
            hex(HandlerBox.media("meta", name: "a\0b", isQuickTime: false).bytes)
                == digits("00000023 'hdlr' 0*8 'meta' 0*12 'ab' 00"))
        #expect(
            hex(HandlerBox.media("vide", name: "ab", isQuickTime: true).bytes)
                == digits("00000023 'hdlr' 0*4 'mhlr' 'vide' 'appl' 0*8 02 'ab'"))
        #expect(
            hex(HandlerBox.data.bytes)
                == digits("0000002d 'hdlr' 0*4 'dhlr' 'alis' 'appl' 0*8 0c 'Data' 20 'Handler'"))
        #expect(
            hex(
                HandlerBox.media(
                    "vide", name: String(repeating: "x", count: 300), isQuickTime: true
                )
                .bytes
            )
            .count == 2 * (33 + 255))
    }

    @Test func sampleDescription() {
        let entry: [UInt8] = [0, 0, 0, 9, 0x6D, 0x65, 0x62, 0x78, 7]
        #expect(
            hex(SampleDescriptionBox(entries: entry + entry).bytes)
                == digits("00000022 'stsd' 0*4 00000002 00000009 'mebx' 07 00000009 'mebx' 07"))
    }

    @Test func trackExtends() {
        #expect(
            hex(TrackExtendsBox(trackID: 3).bytes)
                == digits("00000020 'trex' 0*4 00000003 00000001 0*12"))
    }

    @Test func aRunOfSyncSamplesSaysOnlyDurationAndSize() {
        let run = TrackRunBox(dataOffset: 8, samples: [.init(duration: 1, size: 2)])
        #expect(
            hex(run.bytes)
                == digits("0000001c 'trun' 01000301 00000001 00000008 00000001 00000002"))
    }

    @Test func movieMetadata() {
        let items = [MovieMetadataItem(key: "org.a", value: "é")]
        let content =
            "00000021 'hdlr' 0*8 'mdta' 0*12 00 "
            + "0000001d 'keys' 0*4 00000001 0000000d 'mdta' 'org.a' "
            + "00000022 'ilst' 0000001a 00000001 00000012 'data' 00000001 0*4 c3a9"
        #expect(
            hex(MovieMetadataBox(items: items, isQuickTime: false).bytes)
                == digits("0000006c 'meta' 0*4 " + content))
        #expect(
            hex(MovieMetadataBox(items: items, isQuickTime: true).bytes)
                == digits("00000068 'meta' " + content))
    }

    @Test func dataReferences() {
        #expect(
            hex(DataReferenceBox.selfContained(isQuickTime: false).bytes)
                == digits("0000001c 'dref' 0*4 00000001 0000000c 'url' 20 00000001"))
        #expect(
            hex(DataReferenceBox.selfContained(isQuickTime: true).bytes)
                == digits("0000001c 'dref' 0*4 00000001 0000000c 'alis' 00000001"))
    }
}
