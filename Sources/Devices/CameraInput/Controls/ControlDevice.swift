// SPDX-License-Identifier: Apache-2.0
import CaptureControls
import CLinux
import FaceValues
import Glibc
import SystemSupport

/// An open camera node as the one whose controls are read and written.
struct ControlDevice: ~Copyable {
    private let calls: any ControlDeviceCalls
    private let node: CameraNode

    init(path: String, calls: any ControlDeviceCalls) throws(FacecapError) {
        node = try CameraNode(path: path, calls: calls)
        self.calls = calls
    }

    private var path: String { node.path }
    private var descriptor: Int32 { node.descriptor }

    /// The controls with some numbers, those the driver refuses to tell left out.
    func controls(withIDs ids: [UInt32]) throws(FacecapError) -> DeviceControls {
        var controls = DeviceControls()
        for id in Set(ids).sorted() {
            guard
                let control = try optional({ () throws(SystemCallFailure) in
                    try calls.control(id, of: descriptor)
                }) ?? nil
            else { continue }
            var entry = DeviceControls.Entry(control: control)
            if control.kind != .button && control.kind != .compound {
                entry.value = try optional { () throws(SystemCallFailure) in
                    try calls.value(of: control, of: descriptor)
                }
            }
            controls.entries[id] = entry
        }
        guard controls[FACECAP_CID_UVC_REGION_OF_INTEREST_AUTO] != nil else { return controls }
        controls.region = try region(.current)
        controls.defaultRegion = try region(.initial)
        controls.sensor = try region(.greatest)
        return controls
    }

    private func region(_ which: DeviceRegion.Which) throws(FacecapError) -> DeviceRegion? {
        try optional { () throws(SystemCallFailure) in
            try calls.region(which, of: descriptor)
        }
    }

    /// Keeps other programs from changing what this one is about to change, where the driver can.
    func takePriority() throws(FacecapError) {
        let highest = try attempt { () throws(SystemCallFailure) in
            try calls.priority(of: descriptor)
        }
        guard (highest ?? 0) < V4L2_PRIORITY_RECORD.rawValue else { throw inUse(EBUSY) }
        try attempt { () throws(SystemCallFailure) in try calls.takePriority(of: descriptor) }
    }

    /// Writes everything, or puts back what was there.
    func apply(_ plan: ControlPlan, over before: DeviceControls) throws(FacecapError) {
        try attempt { () throws(SystemCallFailure) in
            try calls.tryValues(plan.modes + plan.values, of: descriptor)
        }
        do throws(FacecapError) {
            try attempt { () throws(SystemCallFailure) in
                if !plan.modes.isEmpty { try calls.setValues(plan.modes, of: descriptor) }
                if let region = plan.region { try calls.setRegion(region, of: descriptor) }
                if !plan.values.isEmpty { try calls.setValues(plan.values, of: descriptor) }
                if !plan.buttons.isEmpty { try calls.setValues(plan.buttons, of: descriptor) }
            }
        } catch {
            undo(plan, before)
            throw error
        }
    }

    /// Puts back, as far as the driver lets it, one by one: what is ruled by a mode before the mode.
    private func undo(_ plan: ControlPlan, _ before: DeviceControls) {
        if plan.region != nil, let region = before.region {
            try? calls.setRegion(region, of: descriptor)
        }
        for write in plan.values + plan.modes {
            guard let value = before[write.id]?.value else { continue }
            try? calls.setValues([before.write(value, to: write.id)], of: descriptor)
        }
    }

    /// What a driver that refuses says; `nil` for every failure but the loss of the device.
    private func optional<Result>(_ call: () throws(SystemCallFailure) -> Result)
        throws(FacecapError) -> Result?
    {
        do {
            return try call()
        } catch {
            guard error.number == ENODEV || error.number == ENXIO else { return nil }
            throw .camera(path, error)
        }
    }

    private func attempt<Result>(_ call: () throws(SystemCallFailure) -> Result)
        throws(FacecapError) -> Result
    {
        do {
            return try call()
        } catch {
            switch error.number {
            case EBUSY: throw inUse(error.number)
            case ENODEV, ENXIO, ESHUTDOWN: throw .camera(path, error)
            default:
                throw FacecapError(
                    .systemFailed,
                    "The driver of \(path) refuses the change (\(systemReason(error.number))), and everything is as it "
                        + "was: change fewer things at once, or put the mode in order first.",
                    errno: error.number)
            }
        }
    }

    private func inUse(_ number: Int32) -> FacecapError {
        FacecapError(
            .deviceBusy,
            "Another program locks the properties of \(path); close it; "
                + "fuser -v \(path) names it.",
            errno: number)
    }
}
