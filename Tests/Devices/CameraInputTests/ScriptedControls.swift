// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

@testable import CameraInput

/// Controls that a test describes; it is used by one thread at a time.
final class ScriptedControls: ControlDeviceCalls, @unchecked Sendable {
    /// What was written, in order: single controls, and groups of them in one call.
    private(set) var written: [[ControlWrite]] = []
    private(set) var regions: [DeviceRegion] = []
    private(set) var openCount = 0
    private(set) var hasPriority = false
    var controls: [UInt32: DeviceControl] = [:]
    var values: [UInt32: Int64] = [:]
    var region: DeviceRegion?
    var defaultRegion: DeviceRegion?
    var sensor: DeviceRegion?
    var highestPriority: UInt32? = 2
    /// The `errno` of calls by their names.
    var failures: [String: Int32] = [:]
    /// The `errno` of setting a control.
    var refusals: [UInt32: Int32] = [:]

    /// Adds a control with the value it begins with.
    @discardableResult
    func add(
        _ id: Int32, _ kind: DeviceControl.Kind, _ range: ClosedRange<Int64> = 0...1,
        step: Int64 = 1, default value: Int64 = 0, now: Int64? = nil, items: [Int64: Int64] = [:]
    ) -> ScriptedControls {
        controls[UInt32(id)] = DeviceControl(
            id: UInt32(id), kind: kind, minimum: range.lowerBound, maximum: range.upperBound,
            step: step, defaultValue: value, items: items)
        values[UInt32(id)] = now ?? value
        return self
    }

    /// Adds a menu of words.
    @discardableResult
    func menu(_ id: Int32, _ items: Set<Int64>, default value: Int64, now: Int64? = nil)
        -> ScriptedControls
    {
        add(
            id, .menu, 0...(items.max() ?? 0), default: value, now: now,
            items: Dictionary(uniqueKeysWithValues: items.map { ($0, 0) }))
    }

    func open(_ path: String) throws(SystemCallFailure) -> Int32 {
        try failIfScripted("open")
        openCount += 1
        return 7
    }

    func close(_ device: Int32) {
        openCount -= 1
        hasPriority = false
    }

    func control(_ id: UInt32, of device: Int32) throws(SystemCallFailure) -> DeviceControl? {
        try failIfScripted("VIDIOC_QUERY_EXT_CTRL")
        return controls[id]
    }

    func value(of control: DeviceControl, of device: Int32) throws(SystemCallFailure) -> Int64 {
        try failIfScripted("VIDIOC_G_EXT_CTRLS")
        guard let value = values[control.id] else {
            throw SystemCallFailure(call: "VIDIOC_G_EXT_CTRLS", number: EACCES)
        }
        return value
    }

    func tryValues(_ writes: [ControlWrite], of device: Int32) throws(SystemCallFailure) {
        try failIfScripted("VIDIOC_TRY_EXT_CTRLS")
    }

    func setValues(_ writes: [ControlWrite], of device: Int32) throws(SystemCallFailure) {
        try failIfScripted("VIDIOC_S_EXT_CTRLS")
        written.append(writes)
        for write in writes {
            if let number = refusals[write.id] {
                throw SystemCallFailure(call: "VIDIOC_S_EXT_CTRLS", number: number)
            }
            values[write.id] = write.value
        }
    }

    func region(_ which: DeviceRegion.Which, of device: Int32) throws(SystemCallFailure)
        -> DeviceRegion
    {
        let asked: DeviceRegion? =
            switch which {
            case .current: region
            case .initial: defaultRegion
            case .greatest: sensor
            }
        guard let asked else {
            throw SystemCallFailure(call: "VIDIOC_G_EXT_CTRLS", number: EINVAL)
        }
        return asked
    }

    func setRegion(_ region: DeviceRegion, of device: Int32) throws(SystemCallFailure) {
        regions.append(region)
        self.region = region
    }

    func priority(of device: Int32) throws(SystemCallFailure) -> UInt32? {
        try failIfScripted("VIDIOC_G_PRIORITY")
        return highestPriority
    }

    func takePriority(of device: Int32) throws(SystemCallFailure) { hasPriority = true }

    private func failIfScripted(_ call: String) throws(SystemCallFailure) {
        if let number = failures[call] { throw SystemCallFailure(call: call, number: number) }
    }
}

extension ScriptedControls {
    /// A camera with most of what cameras have.
    static func webcam() -> ScriptedControls {
        ScriptedControls()
            .menu(V4L2_CID_EXPOSURE_AUTO, [1, 3], default: 3)
            .add(V4L2_CID_EXPOSURE_ABSOLUTE, .integer, 1...10_000, default: 333)
            .add(V4L2_CID_FOCUS_AUTO, .boolean, default: 1)
            .add(V4L2_CID_FOCUS_ABSOLUTE, .integer, 0...250, step: 5, default: 0)
            .add(V4L2_CID_AUTO_WHITE_BALANCE, .boolean, default: 1)
            .add(
                V4L2_CID_WHITE_BALANCE_TEMPERATURE, .integer, 2800...6500, step: 10,
                default: 4600
            )
            .add(V4L2_CID_BRIGHTNESS, .integer, 0...255, default: 128)
            .add(V4L2_CID_ZOOM_ABSOLUTE, .integer, 100...500, default: 100)
            .menu(V4L2_CID_POWER_LINE_FREQUENCY, [0, 1, 2], default: 2)
    }
}
