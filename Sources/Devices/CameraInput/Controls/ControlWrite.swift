// SPDX-License-Identifier: Apache-2.0
/// A number for a control of the driver.
struct ControlWrite: Hashable {
    let id: UInt32
    let value: Int64
    /// Whether the driver keeps it in 64 bits.
    var isWide = false
}
