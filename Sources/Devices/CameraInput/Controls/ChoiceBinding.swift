// SPDX-License-Identifier: Apache-2.0
import CaptureControls

/// A property that is one of several words, each of which stands for values of controls.
struct ChoiceBinding: ControlBinding {
    /// A value that goes with a word.
    struct Setting: Equatable {
        /// What a control has to do with a word.
        enum Role {
            /// The word is there only with the control.
            case needed
            /// It counts where the control is there.
            case optional
            /// It is written where the control is there, and tells nothing when read.
            case consequence
            /// The word presses a button, and is never read.
            case button
        }

        let id: UInt32
        let value: Int64
        var mask: Int64 = -1
        var role = Role.needed

        init(_ id: Int32, _ value: Int64, mask: Int64 = -1, _ role: Role = .needed) {
            self.id = UInt32(id)
            self.value = value
            self.mask = mask
            self.role = role
        }
    }

    /// A word and what it stands for.
    struct Choice {
        let word: String
        let settings: [Setting]
        /// What has to be so for the word to hold.
        var conditions: [Setting] { settings.filter { $0.role != .consequence } }
        /// Whether it is also what holds when no word does.
        var isRest = false

        init(
            _ word: some RawRepresentable<String>, isRest: Bool = false, _ settings: Setting...
        ) {
            self.init(word, isRest: isRest, settings)
        }

        init(
            _ word: some RawRepresentable<String>, isRest: Bool = false, _ settings: [Setting]
        ) {
            self.word = word.rawValue
            self.isRest = isRest
            self.settings = settings
        }
    }

    let name: CaptureControl.Name
    let choices: [Choice]
    var requirement: ControlRequirement? { nil }

    init(_ name: CaptureControl.Name, _ choices: Choice...) {
        self.name = name
        self.choices = choices
    }

    var ids: [UInt32] { choices.flatMap { $0.settings.map(\.id) } }

    func describe(_ controls: DeviceControls) -> CaptureControl? {
        let possible = possibleChoices(in: controls)
        guard let first = possible.first?.settings.first, let main = controls[first.id] else {
            return nil
        }
        let value = word(of: possible) { controls[$0]?.value }
        let defaultWord = word(of: possible) { controls[$0]?.control.defaultValue }
        return CaptureControl(
            name: name, domain: .choices(possible.map(\.word)),
            defaultValue: defaultWord.map { .choice($0) }, value: value.map { .choice($0) },
            rawValue: main.value, isActive: !main.control.isInactive,
            isReadOnly: main.control.isReadOnly)
    }

    func plan(
        _ value: CaptureControl.Value, _ controls: DeviceControls, into plan: inout ControlPlan
    ) {
        let possible = possibleChoices(in: controls)
        guard let choice = possible.first(where: { value == .choice($0.word) }) else { return }
        // It is off already, and the lamp may be on for another property.
        let isKnown = choice.settings.allSatisfy { controls[$0.id]?.value != nil }
        if choice.isRest, isKnown, word(of: possible, { controls[$0]?.value }) == choice.word {
            return
        }
        for setting in choice.settings where controls[setting.id] != nil {
            let write = controls.write(setting.value, to: setting.id, mask: setting.mask)
            if setting.role == .button {
                plan.buttons.append(write)
            } else {
                plan.setMode(write, of: name)
            }
        }
    }

    /// The words the camera knows, each once; a word whose controls are those of an earlier one is
    /// another name for it and left out.
    private func possibleChoices(in controls: DeviceControls) -> [Choice] {
        var possible: [Choice] = []
        for choice in choices where choice.settings.allSatisfy({ isPossible($0, controls) }) {
            let isKnown = possible.contains {
                $0.word == choice.word || $0.conditions == choice.conditions
            }
            if !isKnown { possible.append(choice) }
        }
        return possible
    }

    private func isPossible(_ setting: Setting, _ controls: DeviceControls) -> Bool {
        guard let control = controls[setting.id]?.control else {
            return setting.role == .optional || setting.role == .consequence
        }
        return control.allows(setting.mask == -1 ? setting.value : setting.mask)
    }

    private func word(of choices: [Choice], _ value: (UInt32) -> Int64?) -> String? {
        let match = choices.first { choice in
            choice.settings.allSatisfy { setting in
                switch setting.role {
                case .button: false
                case .consequence: true
                case .needed: value(setting.id).map { $0 & setting.mask } == setting.value
                case .optional:
                    value(setting.id).map { $0 & setting.mask == setting.value } ?? true
                }
            }
        }
        return (match ?? choices.first(where: \.isRest))?.word
    }
}
