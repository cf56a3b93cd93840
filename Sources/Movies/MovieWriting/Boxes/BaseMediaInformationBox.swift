// SPDX-License-Identifier: Apache-2.0
internal import MovieBoxes

/// QuickTime File Format, "Base media information header" (`gmhd` with `gmin`), which timed metadata
/// of a `.mov` has: mode "copy", operation color gray, balance in the center.
struct BaseMediaInformationBox: Equatable {
    func write(to writer: inout BoxWriter) {
        writer.box("gmhd") { writer in
            writer.box("gmin", version: 0) { writer in
                writer.append(UInt16(0x40))
                for _ in 0..<3 { writer.append(UInt16(0x8000)) }
                writer.appendZeros(4)
            }
        }
    }
}
