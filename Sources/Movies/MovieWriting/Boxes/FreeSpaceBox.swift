// SPDX-License-Identifier: Apache-2.0
internal import MovieBoxes

/// ISO/IEC 14496-12 8.1.2, Free Space (`free`).
struct FreeSpaceBox: Equatable {
    /// Bytes behind the size and the name.
    var contentSize: Int

    func write(to writer: inout BoxWriter) {
        writer.box("free") { $0.appendZeros(contentSize) }
    }
}
