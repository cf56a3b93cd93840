// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import MovieBoxes

/// ISO/IEC 14496-12 12.2.3 with 14496-14 5.6 (`mp4a`) and "Encapsulation of Opus in ISO Base Media File
/// Format" 4.3.1 (`Opus`); AAC in a `.mov` has the QuickTime File Format's audio description of
/// version 1 with `wave`.
struct AudioSampleEntry: Equatable {
    var format: EncodedSample.AudioFormat
    var fileType: MovieFileType

    func write(to writer: inout BoxWriter) {
        let isQuickTime = fileType == .mov && format.codec == .aac
        writer.box(format.codec == .aac ? "mp4a" : "Opus") { writer in
            writer.appendZeros(6)
            writer.append(UInt16(1))  // data reference
            writer.append(UInt16(isQuickTime ? 1 : 0))
            writer.appendZeros(6)
            writer.append(UInt16(truncatingIfNeeded: format.channelCount))
            writer.append(UInt16(16))  // bits a sample
            writer.append(Int16(isQuickTime ? -2 : 0))  // packets of varying size
            writer.appendZeros(2)
            // 16.16; what does not fit, the decoder's configuration says.
            let rate = UInt16(exactly: format.sampleRate) ?? 0
            writer.append(UInt32(rate) << 16)
            switch (format.codec, isQuickTime) {
            case (.opus, _): writer.box("dOps") { $0.append(contentsOf: format.configuration) }
            case (.aac, false):
                ElementaryStreamDescriptorBox(configuration: format.configuration)
                    .write(to: &writer)
            case (.aac, true): writeQuickTimeExtension(to: &writer)
            }
        }
    }

    private func writeQuickTimeExtension(to writer: inout BoxWriter) {
        writer.append(UInt32(1024))  // samples a packet
        writer.appendZeros(8)  // bytes a packet, bytes a frame: varying
        writer.append(UInt32(2))  // bytes a sample
        writer.box("wave") { writer in
            writer.box("frma") { $0.append("mp4a" as FourCharacterCode) }
            writer.box("mp4a") { $0.appendZeros(4) }
            ElementaryStreamDescriptorBox(configuration: format.configuration).write(to: &writer)
            writer.box(FourCharacterCode(0)) { _ in }
        }
    }
}
