// SPDX-License-Identifier: Apache-2.0
import CaptureControls
import FaceValues

/// What has to be written for changes, in the order in which drivers take it: modes first, since
/// they open what they rule, and buttons last.
struct ControlPlan {
    private(set) var modes: [ControlWrite] = []
    var values: [ControlWrite] = []
    var buttons: [ControlWrite] = []
    private(set) var region: DeviceRegion?
    private var owners: [UInt32: CaptureControl.Name] = [:]
    private var regionOwner: CaptureControl.Name?
    private var contradiction: (CaptureControl.Name, CaptureControl.Name)?

    /// Nothing to write.
    init() {}

    /// What has to be written for changes that were validated.
    ///
    /// Throws `.invalidArgument` for changes that contradict each other.
    init(
        _ changes: CaptureControl.Changes, _ controls: DeviceControls, _ table: [any ControlBinding]
    )
        throws(FacecapError)
    {
        let changed = table.compactMap { binding in
            changes.values[binding.name].map { (binding, $0) }
        }
        for (binding, value) in changed { binding.plan(value, controls, into: &self) }
        for (binding, _) in changed {
            if let requirement = binding.requirement {
                require(requirement, for: binding.name, controls)
            }
        }
        guard let (first, second) = contradiction else { return }
        throw FacecapError(
            .invalidArgument,
            "\(first.rawValue) and \(second.rawValue) cannot become this together: "
                + "leave one of them out.")
    }

    /// The values that drivers begin with, but for what a mode rules then.
    init(defaultsOf controls: DeviceControls, _ table: [any ControlBinding]) {
        if let initial = controls.defaultRegion, initial.isPlausible, initial != controls.region {
            region = initial
        }
        for binding in table {
            let isMode = binding is ChoiceBinding
            guard binding.requirement?.isMet(in: controls, byDefault: true) != false else {
                continue
            }
            for id in isMode ? binding.ids : Array(binding.ids.prefix(1)) {
                guard let control = controls[id]?.control, !control.isReadOnly,
                    control.kind != .button, control.kind != .compound,
                    !(modes + values).contains(where: { $0.id == id })
                else { continue }
                let write = controls.write(control.defaultValue, to: id)
                if isMode { modes.append(write) } else { values.append(write) }
            }
        }
    }

    /// Adds the value of a mode.
    mutating func setMode(_ write: ControlWrite, of name: CaptureControl.Name) {
        if let index = modes.firstIndex(where: { $0.id == write.id }) {
            if modes[index] != write { contradiction = (owners[write.id] ?? name, name) }
        } else {
            modes.append(write)
            owners[write.id] = name
        }
    }

    /// Sets the one region there is.
    mutating func setRegion(_ region: DeviceRegion, of name: CaptureControl.Name) {
        if let regionOwner, self.region != region { contradiction = (regionOwner, name) }
        self.region = region
        regionOwner = name
    }

    /// Switches the mode that rules a control to one in which the control counts.
    private mutating func require(
        _ requirement: ControlRequirement, for name: CaptureControl.Name, _ controls: DeviceControls
    ) {
        if let mode = modes.first(where: { $0.id == requirement.id }) {
            if !requirement.allowed.contains(mode.value) {
                contradiction = (owners[mode.id] ?? name, name)
            }
        } else if !requirement.isMet(in: controls) {
            setMode(controls.write(requirement.manual, to: requirement.id), of: name)
        }
    }
}
