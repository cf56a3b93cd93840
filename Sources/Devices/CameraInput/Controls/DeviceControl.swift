// SPDX-License-Identifier: Apache-2.0
/// A control as `VIDIOC_QUERY_EXT_CTRL` describes it; nothing in it is checked yet.
struct DeviceControl: Equatable {
    /// `v4l2_ctrl_type`, as far as it matters here.
    enum Kind: Equatable {
        case integer, integer64, boolean, menu, integerMenu, bitmask, button, compound
    }

    var id: UInt32
    var kind: Kind
    var minimum: Int64 = 0
    var maximum: Int64 = 0
    var step: Int64 = 1
    var defaultValue: Int64 = 0
    /// Whether it can be read alone.
    var isReadOnly = false
    /// Whether another control rules it at the moment.
    var isInactive = false
    /// Whether the driver asks the hardware for its value each time.
    var isVolatile = false
    /// The items of a menu by their places, with the numbers of those that are numbers.
    var items: [Int64: Int64] = [:]

    /// Whether a value can be set, as far as the description says.
    func allows(_ value: Int64) -> Bool {
        switch kind {
        case .menu, .integerMenu: items[value] != nil
        case .bitmask: value & ~maximum == 0
        case .button: true
        case .compound: false
        case .integer, .integer64, .boolean: value >= minimum && value <= maximum
        }
    }
}
