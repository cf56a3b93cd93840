import CaptureSamples
import FaceValues
import MovieBoxes
import Testing

@testable import MovieWriting

/// The bytes that `write` leaves, as hexadecimal digits.
private func hex(_ write: (inout BoxWriter) -> Void) -> String {
    var writer = BoxWriter()
    write(&writer)
    return writer.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

/// Hexadecimal digits: text in quotes stands for its characters, blanks for nothing, `0*n` for n
/// zero bytes.
private func digits(_ pattern: String) -> String {
    pattern.split(whereSeparator: \.isWhitespace).map { word in
        if word.hasPrefix("'") {
            return word.dropFirst().dropLast().utf8.map { String($0, radix: 16) }.joined()
        }
        if word.hasPrefix("0*") {
            return String(repeating: "00", count: Int(word.dropFirst(2)) ?? 0)
        }
        return String(word)
    }.joined()
}

private let identity = "00010000 0*12 00010000 0*12 40000000"

@Suite struct BoxTests {
    @Test func fileType() {
        #expect(
            hex(FileTypeBox.finished(.mp4).write)
                == digits("00000020 'ftyp' 'mp42' 00000000 'iso4' 'isom' 'mp41' 'mp42'"))
        #expect(
            hex(FileTypeBox.fragmented(.mp4).write)
                == digits("00000020 'ftyp' 'iso6' 00000000 'iso6' 'isom' 'mp41' 'mp42'"))
        #expect(
            hex(FileTypeBox.finished(.mov).write)
                == digits("00000014 'ftyp' 'qt' 2020 00000000 'qt' 2020"))
        for type in MovieFileType.allCases {
            #expect(
                hex(FileTypeBox.finished(type).write).count
                    == hex(FileTypeBox.fragmented(type).write).count)
        }
    }

    @Test func freeSpace() {
        #expect(hex(FreeSpaceBox(contentSize: 8).write) == digits("00000010 'free' 0*8"))
    }

    @Test func mediaData() {
        #expect(hex(MediaDataHeader(contentSize: 5).write) == digits("0000000d 'mdat'"))
        #expect(
            hex(MediaDataHeader(contentSize: 0xFFFF_FFF7).writeSixteenBytes)
                == digits("ffffffff 'mdat' 0*8"))
        #expect(
            hex(MediaDataHeader(contentSize: 0xFFFF_FFF8).writeSixteenBytes)
                == digits("00000001 'mdat' 0000000100000000"))
    }

    @Test func movieHeader() {
        var box = MovieHeaderBox(creationTime: 3, timescale: 600, duration: 1200, nextTrackID: 4)
        let tail = "00010000 0100 0*10 \(identity) 0*24 00000004"
        #expect(
            hex(box.write)
                == digits("0000006c 'mvhd' 00000000 00000003 00000003 00000258 000004b0 " + tail))
        box.duration = 1 << 32
        #expect(
            hex(box.write)
                == digits(
                    "00000078 'mvhd' 01000000 0000000000000003 0000000000000003 00000258 "
                        + "0000000100000000 " + tail))
    }

    @Test func trackHeader() {
        var box = TrackHeaderBox(
            creationTime: 0, trackID: 2, duration: 9, hasVolume: true, matrix: .identity,
            width: 640 << 16, height: 480 << 16)
        #expect(
            hex(box.write)
                == digits(
                    "0000005c 'tkhd' 00000003 0*8 00000002 0*4 00000009 0*12 0100 0000 "
                        + "\(identity) 02800000 01e00000"))
        box.duration = 1 << 32
        box.hasVolume = false
        #expect(
            hex(box.write)
                == digits(
                    "00000068 'tkhd' 01000003 0*16 00000002 0*4 0000000100000000 0*12 0000 0000 "
                        + "\(identity) 02800000 01e00000"))
    }

    @Test func matrices() {
        func matrix(_ orientation: VideoOrientation) -> String {
            hex(TransformationMatrix(orientation: orientation, width: 3, height: 2).write)
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
            hex(short.write)
                == digits(
                    "00000030 'edts' 00000028 'elst' 00000000 00000002 00000005 ffffffff 00010000 "
                        + "00000007 00000400 00010000"))
        let long = EditListBox(edits: [MovieEdit(segmentDuration: 1 << 32, mediaTime: nil)])
        #expect(
            hex(long.write)
                == digits(
                    "0000002c 'edts' 00000024 'elst' 01000000 00000001 0000000100000000 "
                        + "ffffffffffffffff 00010000"))
    }

    @Test func trackReference() {
        let box = TrackReferenceBox(references: [.init(type: "cdsc", trackIDs: [1])])
        #expect(hex(box.write) == digits("00000014 'tref' 0000000c 'cdsc' 00000001"))
    }

    @Test func mediaHeader() {
        var box = MediaHeaderBox(creationTime: 1, timescale: 48_000, duration: 2, language: 0x55C4)
        #expect(
            hex(box.write)
                == digits("00000020 'mdhd' 0*4 00000001 00000001 0000bb80 00000002 55c4 0000"))
        box.creationTime = 1 << 32
        #expect(
            hex(box.write)
                == digits(
                    "0000002c 'mdhd' 01000000 0000000100000000 0000000100000000 0000bb80 "
                        + "0000000000000002 55c4 0000"))
    }

    @Test func handlers() {
        #expect(
            hex(HandlerBox.media("meta", name: "a\0b", fileType: .mp4).write)
                == digits("00000023 'hdlr' 0*8 'meta' 0*12 'ab' 00"))
        #expect(
            hex(HandlerBox.media("vide", name: "ab", fileType: .mov).write)
                == digits("00000023 'hdlr' 0*4 'mhlr' 'vide' 'appl' 0*8 02 'ab'"))
        #expect(
            hex(HandlerBox.data.write)
                == digits("0000002d 'hdlr' 0*4 'dhlr' 'alis' 'appl' 0*8 0c 'Data' 20 'Handler'"))
        #expect(
            hex(
                HandlerBox.media("vide", name: String(repeating: "x", count: 300), fileType: .mov)
                    .write
            )
            .count == 2 * (33 + 255))
    }

    @Test func mediaInformation() {
        #expect(hex(VideoMediaHeaderBox().write) == digits("00000014 'vmhd' 00000001 0*8"))
        #expect(hex(SoundMediaHeaderBox().write) == digits("00000010 'smhd' 00000000 0*4"))
        #expect(hex(NullMediaHeaderBox().write) == digits("0000000c 'nmhd' 00000000"))
        #expect(
            hex(BaseMediaInformationBox().write)
                == digits("00000020 'gmhd' 00000018 'gmin' 0*4 0040 8000 8000 8000 0*4"))
        #expect(
            hex(DataInformationBox(fileType: .mp4).write)
                == digits("00000024 'dinf' 0000001c 'dref' 0*4 00000001 0000000c 'url' 20 00000001")
        )
        #expect(
            hex(DataInformationBox(fileType: .mov).write)
                == digits("00000024 'dinf' 0000001c 'dref' 0*4 00000001 0000000c 'alis' 00000001"))
    }

    @Test func sampleDescription() {
        let entry: [UInt8] = [0, 0, 0, 9, 0x6D, 0x65, 0x62, 0x78, 7]
        #expect(
            hex(SampleDescriptionBox(entries: entry + entry).write)
                == digits("00000022 'stsd' 0*4 00000002 00000009 'mebx' 07 00000009 'mebx' 07"))
    }

    @Test func pictures() {
        var format = EncodedVideoFormat(
            codec: .h264, width: 160, height: 120, configuration: [1, 2],
            color: .init(primaries: 1, transfer: 13, matrix: 6, isFullRange: true),
            timescale: 600)
        let middle =
            "0*6 0001 0*16 00a0 0078 00480000 00480000 0*4 0001 0*32 0018 ffff 0000000a"
        #expect(
            hex(VisualSampleEntry(format: format, fileType: .mp4).write)
                == digits(
                    "00000073 'avc1' \(middle) 'avcC' 0102 "
                        + "00000013 'colr' 'nclx' 0001 000d 0006 80"))
        format = EncodedVideoFormat(
            codec: .hevc, width: 160, height: 120, configuration: [1, 2],
            color: .init(primaries: 9, transfer: 18, matrix: 9, isFullRange: false),
            timescale: 600)
        #expect(
            hex(VisualSampleEntry(format: format, fileType: .mov).write)
                == digits(
                    "00000072 'hvc1' \(middle) 'hvcC' 0102 "
                        + "00000012 'colr' 'nclc' 0009 0012 0009"))
    }

    @Test func sound() {
        let aac = EncodedAudioFormat(
            codec: .aac, sampleRate: 48_000, channelCount: 2, configuration: [0x11, 0x90])
        let descriptor =
            "00000033 'esds' 0*4 03 80808022 000000 04 80808014 40 15 0*11 05 80808002 1190 "
            + "06 80808001 02"
        #expect(
            hex(AudioSampleEntry(format: aac, fileType: .mp4).write)
                == digits(
                    "00000057 'mp4a' 0*6 0001 0*8 0002 0010 0*4 bb800000 " + descriptor))
        #expect(
            hex(AudioSampleEntry(format: aac, fileType: .mov).write)
                == digits(
                    "0000008f 'mp4a' 0*6 0001 0001 0*6 0002 0010 fffe 0000 bb800000 "
                        + "00000400 0*8 00000002 "
                        + "0000005b 'wave' 0000000c 'frma' 'mp4a' 0000000c 'mp4a' 0*4 "
                        + descriptor + " 00000008 0*4"))
        let opus = EncodedAudioFormat(
            codec: .opus, sampleRate: 48_000, channelCount: 1, configuration: [0, 1, 2])
        #expect(
            hex(AudioSampleEntry(format: opus, fileType: .mp4).write)
                == digits(
                    "0000002f 'Opus' 0*6 0001 0*8 0001 0010 0*4 bb800000 0000000b 'dOps' 000102"))
    }

    @Test func trackExtends() {
        #expect(
            hex(TrackExtendsBox(trackID: 3).write)
                == digits("00000020 'trex' 0*4 00000003 00000001 0*12"))
    }

    @Test func movieFragment() {
        let run = TrackRunBox(
            dataOffset: 0x60,
            samples: [
                .init(duration: 1, size: 2),
                .init(duration: 3, size: 4, isSync: false, compositionOffset: -1),
            ])
        let box = MovieFragmentBox(
            sequenceNumber: 5,
            tracks: [.init(trackID: 1, baseMediaDecodeTime: 1 << 33, run: run)])
        let content =
            "00000010 'mfhd' 0*4 00000005 "
            + "00000064 'traf' 00000014 'tfhd' 00020020 00000001 02000000 "
            + "00000014 'tfdt' 01000000 0000000200000000 "
            + "00000034 'trun' 01000f01 00000002 00000060 "
            + "00000001 00000002 02000000 00000000 00000003 00000004 01010000 ffffffff"
        #expect(hex { box.write(to: &$0) } == digits("0000007c 'moof' " + content))
        #expect(hex { box.write(as: "free", to: &$0) } == digits("0000007c 'free' " + content))
    }

    @Test func aRunOfSyncSamplesSaysOnlyDurationAndSize() {
        let run = TrackRunBox(dataOffset: 8, samples: [.init(duration: 1, size: 2)])
        #expect(
            hex(run.write)
                == digits("0000001c 'trun' 01000301 00000001 00000008 00000001 00000002"))
    }

    @Test func movieMetadata() {
        let items = [MovieMetadataItem(key: "org.a", value: "é")]
        let content =
            "00000021 'hdlr' 0*8 'mdta' 0*12 00 "
            + "0000001d 'keys' 0*4 00000001 0000000d 'mdta' 'org.a' "
            + "00000022 'ilst' 0000001a 00000001 00000012 'data' 00000001 0*4 c3a9"
        #expect(
            hex(MovieMetadataBox(items: items, fileType: .mp4).write)
                == digits("00000074 'udta' 0000006c 'meta' 0*4 " + content))
        #expect(
            hex(MovieMetadataBox(items: items, fileType: .mov).write)
                == digits("00000068 'meta' " + content))
    }
}
