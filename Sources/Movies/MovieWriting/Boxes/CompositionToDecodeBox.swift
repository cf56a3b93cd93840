// SPDX-License-Identifier: Apache-2.0
internal import MovieBoxes

/// ISO/IEC 14496-12 8.6.1.4, Composition to Decode (`cslg`): what signed composition offsets amount to.
struct CompositionToDecodeBox: Equatable {
    /// What has to be added to presentation times so that none is before its decode time.
    var shift: Int32
    var minimumOffset: Int32
    var greatestOffset: Int32
    /// The earliest moment shown.
    var start: Int32
    /// The latest moment shown.
    var end: Int32

    func write(to writer: inout BoxWriter) {
        writer.box("cslg", version: 0) { writer in
            for value in [shift, minimumOffset, greatestOffset, start, end] {
                writer.append(value)
            }
        }
    }
}
