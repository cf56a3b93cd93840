// SPDX-License-Identifier: Apache-2.0
/// Options that belong together, with what a user gave for them.
///
/// Each option is a property that an ``Option`` wraps, other groups may be properties too. Their order is that in
/// which help lists the options. To make a group declares its options and reads them: an ``OptionReader`` does.
protocol OptionGroup: Sendable {
    init()

    /// What of its options is refused beside others of the command.
    static var rules: [OptionRule] { get }
}

extension OptionGroup {
    static var rules: [OptionRule] { [] }

    /// The rules of the group, and of the groups in it.
    var allRules: [OptionRule] {
        Self.rules
            + Mirror(reflecting: self).children.flatMap { _, value in
                (value as? any OptionGroup)?.allRules ?? []
            }
    }

    /// What parser, help, manual and completions know of the group.
    static var declarations: [ParameterDeclaration] { OptionReader.declarations(of: Self.self) }
}
