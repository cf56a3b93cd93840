// SPDX-License-Identifier: Apache-2.0
/// Options that belong together, with what a user gave for them.
///
/// Each option is a property that an ``Option`` wraps, other groups may be properties too. Their order is that in
/// which help lists the options. To make a group declares its options and reads them: an ``OptionReader`` does.
protocol OptionGroup: Sendable {
    init()
}

extension OptionGroup {
    /// What parser, help, manual and completions know of the group.
    static var declarations: [ParameterDeclaration] { OptionReader.declarations(of: Self.self) }
}
