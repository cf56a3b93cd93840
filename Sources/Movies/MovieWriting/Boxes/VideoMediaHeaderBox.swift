// SPDX-License-Identifier: Apache-2.0
internal import MovieBoxes

/// ISO/IEC 14496-12 12.1.2, Video Media Header (`vmhd`): frames cover what lies behind them.
struct VideoMediaHeaderBox: Equatable {
    func write(to writer: inout BoxWriter) {
        writer.box("vmhd", version: 0, flags: 1) { $0.appendZeros(8) }
    }
}
