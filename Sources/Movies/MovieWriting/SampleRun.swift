// SPDX-License-Identifier: Apache-2.0
/// So many neighbors with the same value, as sample tables list them.
struct SampleRun: Sendable, Equatable {
    var count: UInt32
    var value: UInt32
}

extension BlockArray<SampleRun> {
    /// One more neighbor with a value.
    mutating func extend(with value: UInt32) {
        if let last, last.value == value, last.count < .max {
            changeLast { $0.count += 1 }
        } else {
            append(SampleRun(count: 1, value: value))
        }
    }
}
