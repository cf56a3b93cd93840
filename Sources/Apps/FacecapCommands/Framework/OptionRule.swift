// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Which options of a command would do nothing, or contradict others: they are refused where they are given.
struct OptionRule: Sendable {
    /// An option or operand by its name, alone or with one of the values that it may have: `mesh=off`.
    struct Term: Sendable, Hashable, ExpressibleByStringLiteral {
        let name: String
        /// `nil` for any value.
        let value: String?

        init(_ name: String, _ value: String? = nil) { (self.name, self.value) = (name, value) }

        init(stringLiteral text: String) {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            self.init(parts[0], parts.count > 1 ? parts[1] : nil)
        }

        /// How a user writes it.
        func label(_ command: [ParameterDeclaration]) -> String {
            let declaration = command.first { $0.name == name }
            let label = declaration?.isOperand == true ? declaration?.valueName : nil
            return (label ?? "--\(name)") + (value.map { " \($0)" } ?? "")
        }

        func isGiven(in invocation: Invocation) -> Bool {
            guard let texts = invocation.texts(of: name) else { return false }
            guard let value else { return true }
            return texts.contains { $0.split(separator: ",").contains { $0 == value } }
        }
    }

    /// What is refused, each on its own.
    let options: [Term]
    /// Beside one of which they are; beside whatever else where there are none.
    let others: [Term]
    /// Beside one of which they are not.
    let exceptions: [Term]
    /// What the option means, or the other one does, to follow its name.
    let reason: String

    /// Options that mean nothing without one of others.
    static func of(_ options: [Term], need exceptions: [Term], _ meaning: String) -> OptionRule {
        OptionRule(options: options, others: [], exceptions: exceptions, reason: meaning)
    }

    /// Options that mean nothing beside one of others, because that one does what `reason` says.
    static func of(
        _ options: [Term], exclude others: [Term], unless exceptions: [Term] = [], _ reason: String
    ) -> OptionRule {
        OptionRule(options: options, others: others, exceptions: exceptions, reason: reason)
    }

    /// Why an invocation is refused, and what to do; `nil` where it is not.
    func refusal(
        of invocation: Invocation, _ command: [ParameterDeclaration]
    ) -> String? {
        guard let option = options.first(where: { $0.isGiven(in: invocation) })?.label(command),
            !exceptions.contains(where: { $0.isGiven(in: invocation) })
        else { return nil }
        guard !others.isEmpty else {
            let needed = exceptions.map { $0.label(command) }
            let list = needed.dropLast().joined(separator: ", ")
            return
                "\(option) \(reason); give \(list)\(list.isEmpty ? "" : " or ")\(needed.last ?? "") too."
        }
        guard let other = others.first(where: { $0.isGiven(in: invocation) }) else { return nil }
        return "\(other.label(command)) \(reason); leave it out, or leave out \(option)."
    }
}

extension [OptionRule.Term] {
    /// The options of a group.
    static func all<Group: OptionGroup>(of _: Group.Type) -> Self {
        Group.declarations.map { OptionRule.Term($0.name) }
    }

    /// An option that names some of these formats.
    static func option(_ name: String, _ formats: FaceExportFormat...) -> Self {
        formats.map { OptionRule.Term(name, $0.rawValue) }
    }

    /// An option that names a format with the five points of faces.
    static func landmarks(_ option: String) -> Self {
        .option(option, .jsonl, .csv, .vtt, .coco)
    }
}
