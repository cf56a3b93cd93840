// SPDX-License-Identifier: Apache-2.0
import CLinux
import CaptureControls
import FaceValues

/// A point of interest: the middle of the one region that a USB camera has, which focus, exposure or
/// both may follow.
///
/// Source: USB Video Class 1.5, 4.2.2.1.20, Digital Region of Interest; `<linux/uvcvideo.h>`.
struct PointBinding: ControlBinding {
    let name: CaptureControl.Name
    /// The bit that has this automatic mode follow the region.
    let bit: Int64

    private static let automatics = FACECAP_CID_UVC_REGION_OF_INTEREST_AUTO

    var ids: [UInt32] { [Self.automatics] }
    var requirement: ControlRequirement? { nil }

    func describe(_ controls: DeviceControls) -> CaptureControl? {
        guard let entry = controls[Self.automatics], let sensor = controls.sensor,
            sensor.isPlausible, entry.control.allows(bit)
        else { return nil }
        let isFollowed = (entry.value ?? 0) & bit != 0
        let point = isFollowed ? controls.region?.center(in: sensor) : nil
        return CaptureControl(
            name: name, domain: .point, value: point.map { .point($0) }, rawValue: entry.value,
            isActive: isFollowed, isReadOnly: entry.control.isReadOnly)
    }

    func plan(
        _ value: CaptureControl.Value, _ controls: DeviceControls, into plan: inout ControlPlan
    ) {
        guard case .point(let point) = value, let sensor = controls.sensor else { return }
        plan.setRegion(sensor.surroundings(of: point), of: name)
        var bits = bit
        if let index = plan.values.firstIndex(where: { $0.id == Self.automatics }) {
            bits |= plan.values.remove(at: index).value
        }
        plan.values.append(controls.write(bits, to: Self.automatics, mask: bits))
    }
}
