// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

/// The kernel's own controls; no other file makes these calls.
extension LinuxVideoDeviceCalls: ControlDeviceCalls {
    func control(_ id: UInt32, of device: Int32) throws(SystemCallFailure) -> DeviceControl? {
        var answer = v4l2_query_ext_ctrl()
        answer.id = id
        let isThere = try Self.enumerate(
            "VIDIOC_QUERY_EXT_CTRL", FACECAP_VIDIOC_QUERY_EXT_CTRL, device, &answer)
        let flags = Int32(truncatingIfNeeded: answer.flags)
        guard isThere, flags & V4L2_CTRL_FLAG_DISABLED == 0, let kind = Self.kind(answer.type)
        else { return nil }
        var control = DeviceControl(
            id: id, kind: kind, minimum: answer.minimum, maximum: answer.maximum,
            step: Int64(clamping: answer.step), defaultValue: answer.default_value,
            isReadOnly: flags & V4L2_CTRL_FLAG_READ_ONLY != 0,
            isInactive: flags & V4L2_CTRL_FLAG_INACTIVE != 0,
            isVolatile: flags & V4L2_CTRL_FLAG_VOLATILE != 0)
        if kind == .menu || kind == .integerMenu {
            control.items = Self.items(of: control, device)
        }
        return control
    }

    func value(of control: DeviceControl, of device: Int32) throws(SystemCallFailure) -> Int64 {
        var values = [
            facecap_control(id: control.id, is_wide: control.kind == .integer64 ? 1 : 0, value: 0)
        ]
        try Self.request("VIDIOC_G_EXT_CTRLS", FACECAP_VIDIOC_G_EXT_CTRLS, device, &values)
        return values[0].value
    }

    func tryValues(_ writes: [ControlWrite], of device: Int32) throws(SystemCallFailure) {
        var values = writes.map(facecap_control.init)
        do {
            try Self.request("VIDIOC_TRY_EXT_CTRLS", FACECAP_VIDIOC_TRY_EXT_CTRLS, device, &values)
        } catch {
            // The driver cannot try.
            guard error.number == ENOTTY else { throw error }
        }
    }

    func setValues(_ writes: [ControlWrite], of device: Int32) throws(SystemCallFailure) {
        var values = writes.map(facecap_control.init)
        try Self.request("VIDIOC_S_EXT_CTRLS", FACECAP_VIDIOC_S_EXT_CTRLS, device, &values)
    }

    func region(_ which: DeviceRegion.Which, of device: Int32) throws(SystemCallFailure)
        -> DeviceRegion
    {
        var rect = v4l2_rect()
        let which =
            switch which {
            case .current: UInt32(V4L2_CTRL_WHICH_CUR_VAL)
            case .initial: UInt32(V4L2_CTRL_WHICH_DEF_VAL)
            case .greatest: FACECAP_CTRL_WHICH_MAX_VAL
            }
        try Self.request("VIDIOC_G_EXT_CTRLS", FACECAP_VIDIOC_G_EXT_CTRLS, which, device, &rect)
        return DeviceRegion(rect)
    }

    func setRegion(_ region: DeviceRegion, of device: Int32) throws(SystemCallFailure) {
        var rect = v4l2_rect(region)
        try Self.request(
            "VIDIOC_S_EXT_CTRLS", FACECAP_VIDIOC_S_EXT_CTRLS, UInt32(V4L2_CTRL_WHICH_CUR_VAL),
            device, &rect)
    }

    func priority(of device: Int32) throws(SystemCallFailure) -> UInt32? {
        var priority: UInt32 = 0
        let isKnown = try Self.enumerate(
            "VIDIOC_G_PRIORITY", FACECAP_VIDIOC_G_PRIORITY, device, &priority)
        return isKnown ? priority : nil
    }

    func takePriority(of device: Int32) throws(SystemCallFailure) {
        var priority = V4L2_PRIORITY_RECORD.rawValue
        _ = try Self.enumerate(
            "VIDIOC_S_PRIORITY", FACECAP_VIDIOC_S_PRIORITY, device, &priority)
    }

    private static func kind(_ type: UInt32) -> DeviceControl.Kind? {
        switch v4l2_ctrl_type(rawValue: type) {
        case V4L2_CTRL_TYPE_INTEGER: .integer
        case V4L2_CTRL_TYPE_INTEGER64: .integer64
        case V4L2_CTRL_TYPE_BOOLEAN: .boolean
        case V4L2_CTRL_TYPE_MENU: .menu
        case V4L2_CTRL_TYPE_INTEGER_MENU: .integerMenu
        case V4L2_CTRL_TYPE_BITMASK: .bitmask
        case V4L2_CTRL_TYPE_BUTTON: .button
        default: type >= V4L2_CTRL_COMPOUND_TYPES.rawValue ? .compound : nil
        }
    }

    /// The items of a menu, of which no honest driver has more than 64 places.
    private static func items(of control: DeviceControl, _ device: Int32) -> [Int64: Int64] {
        let places = max(0, control.minimum)...max(0, control.minimum, min(control.maximum, 63))
        var items: [Int64: Int64] = [:]
        for place in places where place < 64 {
            var number: Int64 = 0
            let isNumber: Int32 = control.kind == .integerMenu ? 1 : 0
            if facecap_menu_item(device, control.id, UInt32(place), &number, isNumber) == 0 {
                items[place] = number
            }
        }
        return items
    }

    private static func request(
        _ name: String, _ number: UInt, _ device: Int32, _ controls: inout [facecap_control]
    ) throws(SystemCallFailure) {
        let count = UInt32(controls.count)
        _ = try controls.withUnsafeMutableBufferPointer { values throws(SystemCallFailure) in
            guard let start = values.baseAddress else { return Int32(0) }
            return try Self.check(name) {
                facecap_controls(device, number, start, count)
            }
        }
    }

    private static func request(
        _ name: String, _ number: UInt, _ which: UInt32, _ device: Int32, _ rect: inout v4l2_rect
    ) throws(SystemCallFailure) {
        _ = try withUnsafeMutablePointer(to: &rect) { pointer throws(SystemCallFailure) in
            try Self.check(name) {
                facecap_rect_control(
                    device, number, which, FACECAP_CID_UVC_REGION_OF_INTEREST_RECT, pointer)
            }
        }
    }
}

extension facecap_control {
    fileprivate init(_ write: ControlWrite) {
        self.init(id: write.id, is_wide: write.isWide ? 1 : 0, value: write.value)
    }
}
