// SPDX-License-Identifier: Apache-2.0
internal import MovieBoxes

/// ISO/IEC 14496-12 8.4.5.2, Null Media Header (`nmhd`), which timed metadata has (12.3.2).
struct NullMediaHeaderBox: Equatable {
    func write(to writer: inout BoxWriter) {
        writer.box("nmhd", version: 0) { _ in }
    }
}
