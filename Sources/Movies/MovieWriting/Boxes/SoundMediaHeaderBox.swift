// SPDX-License-Identifier: Apache-2.0
internal import MovieBoxes

/// ISO/IEC 14496-12 12.2.2, Audio Media Header (`smhd`): balance in the center.
struct SoundMediaHeaderBox: Equatable {
    func write(to writer: inout BoxWriter) {
        writer.box("smhd", version: 0) { $0.appendZeros(4) }
    }
}
