// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import MovieBoxes
import TestSupport
import Testing

@testable import MovieWriting

private func hex(_ write: (inout BoxWriter) -> Void) -> String {
    var writer = BoxWriter()
    write(&writer)
    return Hexadecimal.digits(of: writer.bytes)
}

private func digits(_ pattern: String) -> String { Hexadecimal.digits(pattern) }

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

    @Test(
        arguments: [
            ("vide", .mp4, "00000014 'vmhd' 00000001 0*8"),
            ("soun", .mp4, "00000010 'smhd' 00000000 0*4"),
            ("meta", .mp4, "0000000c 'nmhd' 00000000"),
            ("meta", .mov, "00000020 'gmhd' 00000018 'gmin' 0*4 0040 8000 8000 8000 0*4"),
        ] as [(FourCharacterCode, MovieFileType, String)])
    func mediaInformation(_ handler: FourCharacterCode, _ type: MovieFileType, _ box: String) {
        let header = MovieTrackHeader(
            id: 1, handler: handler, name: "Any", timescale: 600, sampleEntries: [])
        var writer = BoxWriter()
        header.writeBox(
            samples: SampleTable(), movieTimescale: 600, fileType: type, offsetShift: 0,
            to: &writer)
        let information = BoxReader(writer.bytes).firstBox("trak", "mdia", "minf")
        var boxes = BoxReader(information?.content ?? [])
        #expect(Hexadecimal.digits(of: Array(boxes.readBox()?.bytes ?? [])) == digits(box))
    }

    @Test func images() {
        var format = EncodedSample.VideoFormat(
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
        #expect(
            hex(VisualSampleEntry(format: format, fileType: .m4a).write)
                == hex(VisualSampleEntry(format: format, fileType: .mp4).write))
        let anamorphic = EncodedSample.VideoFormat(
            codec: .h264, width: 160, height: 120, configuration: [1, 2],
            pixelAspectRatio: .init(horizontalSpacing: 16, verticalSpacing: 11), timescale: 600)
        #expect(
            hex(VisualSampleEntry(format: anamorphic, fileType: .mp4).write)
                == digits(
                    "00000070 'avc1' \(middle) 'avcC' 0102 00000010 'pasp' 00000010 0000000b"))
        var entry = BoxWriter()
        VisualSampleEntry(format: anamorphic, fileType: .mp4).write(to: &entry)
        let described = SampleDescriptionBox(entries: entry.bytes).entries
        #expect(described.map(\.pixelAspectRatio) == [16.0 / 11])
        let track = MovieWriter.TrackDescription(content: .video(anamorphic), timescale: 600)
        let header = track.header(index: 0, fileType: .mp4, creationTime: 0)
        #expect(header.width == 232 << 16 && header.height == 120 << 16)
        format = EncodedSample.VideoFormat(
            codec: .hevc, width: 160, height: 120, configuration: [1, 2],
            color: .init(primaries: 9, transfer: 18, matrix: 9, isFullRange: false),
            timescale: 600)
        #expect(
            hex(VisualSampleEntry(format: format, fileType: .mov).write)
                == digits(
                    "00000072 'hvc1' \(middle) 'hvcC' 0102 "
                        + "00000012 'colr' 'nclc' 0009 0012 0009"))
    }

    @Test func audio() {
        let aac = EncodedSample.AudioFormat(
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
        let opus = EncodedSample.AudioFormat(
            codec: .opus, sampleRate: 48_000, channelCount: 1, configuration: [0, 1, 2])
        #expect(
            hex(AudioSampleEntry(format: opus, fileType: .mp4).write)
                == digits(
                    "0000002f 'Opus' 0*6 0001 0*8 0001 0010 0*4 bb800000 0000000b 'dOps' 000102"))
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
}
