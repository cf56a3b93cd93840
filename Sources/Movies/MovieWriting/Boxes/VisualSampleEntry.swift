// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import MovieBoxes

/// ISO/IEC 14496-12 12.1.3 with 14496-15 5.4.2 (`avc1`, `avcC`) and 8.4.1 (`hvc1`, `hvcC`); AV1 Codec ISO Media File
/// Format Binding 2.2 (`av01`, `av1C`).
struct VisualSampleEntry: Equatable {
    var format: EncodedSample.VideoFormat
    var fileType: MovieFileType

    private var codes: (entry: FourCharacterCode, configuration: FourCharacterCode) {
        switch format.codec {
        case .h264: ("avc1", "avcC")
        case .hevc: ("hvc1", "hvcC")
        case .av1: ("av01", "av1C")
        }
    }

    func write(to writer: inout BoxWriter) {
        writer.box(codes.entry) { writer in
            writer.appendZeros(6)
            writer.append(UInt16(1))  // data reference
            writer.appendZeros(16)
            writer.append(UInt16(truncatingIfNeeded: format.width))
            writer.append(UInt16(truncatingIfNeeded: format.height))
            writer.append(UInt32(0x48_0000))  // 72 pixels an inch
            writer.append(UInt32(0x48_0000))
            writer.appendZeros(4)
            writer.append(UInt16(1))  // frames a sample
            writer.appendZeros(32)  // no compressor's name
            writer.append(UInt16(0x18))  // color without alpha
            writer.append(Int16(-1))
            writer.box(codes.configuration) { $0.append(contentsOf: format.configuration) }
            if let color = format.color {
                ColorInformationBox(color: color, fileType: fileType).write(to: &writer)
            }
            // ISO/IEC 14496-12 12.1.4, Pixel Aspect Ratio.
            let shape = format.pixelAspectRatio
            if shape != .square {
                writer.box("pasp") { writer in
                    writer.append(shape.horizontalSpacing)
                    writer.append(shape.verticalSpacing)
                }
            }
        }
    }
}
