/// Options that belong together, with what a user gave for them: one initializer declares and reads them.
protocol OptionGroup: Sendable {
    /// Reads the options of the group, and those of groups in it, in the order in which help lists them.
    ///
    /// Before there is a command line the same calls declare them.
    init(_ options: inout OptionReader)
}

extension OptionGroup {
    /// What parser, help, manual and completions know of the group.
    static var declarations: [ParameterDeclaration] {
        var reader = OptionReader()
        _ = Self(&reader)
        return reader.declarations
    }
}
