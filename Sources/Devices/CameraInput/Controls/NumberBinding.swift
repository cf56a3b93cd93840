// SPDX-License-Identifier: Apache-2.0
import CaptureControls

/// A property that is a number.
struct NumberBinding: ControlBinding {
    /// What the driver's numbers mean.
    enum Scale {
        /// So much of the unit each.
        case linear(Double)
        /// The part of the range, 0...1; from its upper end where it is reversed.
        case normalized(isReversed: Bool = false)
        /// Multiples of the smallest, where that is greater than 0.
        case ratio
        /// Items of a menu, in thousandths of the unit.
        case menuOfThousandths
        /// Items of a menu that are ISO numbers, or thousandths of them where no camera could have
        /// the largest: the API asks for thousandths, some drivers give whole numbers.
        case menuOfSensitivities
    }

    let name: CaptureControl.Name
    let id: UInt32
    var unit: String?
    var scale = Scale.linear(1)
    var requirement: ControlRequirement?

    init(
        _ name: CaptureControl.Name, _ id: Int32, unit: String? = nil, _ scale: Scale = .linear(1),
        needs requirement: ControlRequirement? = nil
    ) {
        self.name = name
        self.id = UInt32(id)
        self.unit = unit
        self.scale = scale
        self.requirement = requirement
    }

    var ids: [UInt32] { [id] + (requirement.map { [$0.id] } ?? []) }

    func describe(_ controls: DeviceControls) -> CaptureControl? {
        guard let entry = controls[id], let domain = domain(of: entry.control) else { return nil }
        let control = entry.control
        let isFactor = if case .ratio = scale { control.minimum < 1 } else { false }
        var described = CaptureControl(
            name: name, domain: domain, unit: isFactor ? nil : unit,
            defaultValue: number(for: control.defaultValue, of: control).map { .number($0) },
            value: entry.value.flatMap { number(for: $0, of: control) }.map { .number($0) },
            rawValue: entry.value,
            isActive: !control.isInactive && requirement?.isMet(in: controls) != false,
            isReadOnly: control.isReadOnly)
        described.isMeasured = control.isVolatile
        return described
    }

    func plan(
        _ value: CaptureControl.Value, _ controls: DeviceControls, into plan: inout ControlPlan
    ) {
        guard case .number(let number) = value, let control = controls[id]?.control,
            let raw = raw(for: number, of: control)
        else { return }
        plan.values.append(controls.write(raw, to: id))
    }

    private func domain(of control: DeviceControl) -> CaptureControl.Domain? {
        if case .integerMenu = control.kind {
            let numbers = control.items.keys.compactMap { number(for: $0, of: control) }
            return numbers.isEmpty ? nil : .numbers(Array(Set(numbers)).sorted())
        }
        guard [.integer, .integer64, .boolean].contains(control.kind),
            let low = number(for: control.minimum, of: control),
            let high = number(for: control.maximum, of: control)
        else { return nil }
        let steps =
            Double(max(1, control.step)) / (Double(control.maximum) - Double(control.minimum))
        let width = abs(high - low)
        return .range(min(low, high)...max(low, high), step: width > 0 ? width * steps : 0)
    }

    /// What a driver's number means; `nil` when it means nothing.
    private func number(for raw: Int64, of control: DeviceControl) -> Double? {
        let low = Double(control.minimum)
        let width = Double(control.maximum) - low
        guard width >= 0 else { return nil }
        switch scale {
        case .linear(let factor): return Double(raw) * factor
        case .normalized(let isReversed):
            guard width > 0 else { return nil }
            let part = (Double(raw) - low) / width
            return isReversed ? 1 - part : part
        case .ratio: return control.minimum >= 1 ? Double(raw) / low : Double(raw)
        case .menuOfThousandths: return control.items[raw].map { Double($0) / 1000 }
        case .menuOfSensitivities:
            let largest = control.items.values.max() ?? 0
            return control.items[raw].map { Double($0) / (largest >= 50_000 ? 1000 : 1) }
        }
    }

    /// The driver's number for a value in the domain.
    private func raw(for number: Double, of control: DeviceControl) -> Int64? {
        let low = Double(control.minimum)
        let width = Double(control.maximum) - low
        let raw: Double
        switch scale {
        case .linear(let factor): raw = number / factor
        case .normalized(let isReversed):
            raw = low + (isReversed ? 1 - number : number) * width
        case .ratio: raw = control.minimum >= 1 ? number * low : number
        case .menuOfThousandths, .menuOfSensitivities:
            return control.items.keys.sorted().first {
                self.number(for: $0, of: control) == number
            }
        }
        return Int64(exactly: raw.rounded()).map { min(max($0, control.minimum), control.maximum) }
    }
}
