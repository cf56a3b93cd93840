// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import MovieBoxes

/// ISO/IEC 14496-12 12.1.5, Color Information (`colr`, `nclx`), and the QuickTime File Format's form of
/// it (`nclc`), which has no flag for the full range.
struct ColorInformationBox: Equatable {
    var color: EncodedSample.VideoFormat.Color
    var fileType: MovieFileType

    func write(to writer: inout BoxWriter) {
        writer.box("colr") { writer in
            writer.append(fileType == .mov ? "nclc" : "nclx" as FourCharacterCode)
            writer.append(color.primaries)
            writer.append(color.transfer)
            writer.append(color.matrix)
            if fileType != .mov { writer.append(UInt8(color.isFullRange ? 0x80 : 0)) }
        }
    }
}
