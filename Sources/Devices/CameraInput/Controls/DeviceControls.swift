// SPDX-License-Identifier: Apache-2.0
/// The controls of one camera and their values at one moment, as far as they mean anything here.
struct DeviceControls: Equatable {
    /// A control with its value; `nil` for what cannot be read.
    struct Entry: Equatable {
        var control: DeviceControl
        var value: Int64?
    }

    var entries: [UInt32: Entry] = [:]
    /// The region of interest, the one that the driver begins with and the greatest one; `nil` where there is none.
    var region: DeviceRegion?
    var defaultRegion: DeviceRegion?
    var sensor: DeviceRegion?

    subscript(id: UInt32) -> Entry? { entries[id] }

    /// A write of a value with the size the driver has for the control; bits beside `mask` stay.
    func write(_ value: Int64, to id: UInt32, mask: Int64 = -1) -> ControlWrite {
        let kept = mask == -1 ? 0 : (entries[id]?.value ?? 0) & ~mask
        return ControlWrite(
            id: id, value: kept | value & mask,
            isWide: entries[id]?.control.kind == .integer64)
    }
}
