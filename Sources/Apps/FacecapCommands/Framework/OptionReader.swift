// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// Declares the options of a group that is made, and hands it what the user gave for them.
final class OptionReader: Sendable {
    /// That of the group which is made now.
    @TaskLocal private static var current = OptionReader()

    /// `nil` where options are declared alone.
    private let invocation: Invocation?
    private let state = Mutex<[ParameterDeclaration]>([])

    private init(_ invocation: Invocation? = nil) { self.invocation = invocation }

    /// A group with what was given for its options.
    static func read<Group: OptionGroup>(
        _: Group.Type, from invocation: Invocation
    ) -> Group {
        $current.withValue(OptionReader(invocation)) { Group() }
    }

    /// What a group declares, in the order of its properties.
    static func declarations<Group: OptionGroup>(of _: Group.Type) -> [ParameterDeclaration] {
        let reader = OptionReader()
        _ = $current.withValue(reader) { Group() }
        return reader.state.withLock { $0 }
    }

    /// What a group refuses.
    static func rules<Group: OptionGroup>(of _: Group.Type) -> [OptionRule] {
        $current.withValue(OptionReader()) { Group() }.allRules
    }

    /// Declares an option of the group that is made now; what the user gave, `nil` for nothing yet.
    static func declare(_ declaration: ParameterDeclaration) -> Invocation? {
        current.state.withLock { $0.append(declaration) }
        return current.invocation
    }

    /// The names of the options that were declared so far in the group that is made now, and given, in order.
    static var givenNames: [String] {
        let reader = current
        return reader.state.withLock { declarations in
            declarations.filter { reader.invocation?.isGiven($0) == true }.map(\.name)
        }
    }
}
