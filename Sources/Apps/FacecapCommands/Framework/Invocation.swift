// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// What a user gave to a command; every text in it was accepted by its parameter.
struct Invocation: Sendable {
    /// Which parameters were read, in every copy of an invocation together.
    private final class Reads: Sendable {
        let names = Mutex<Set<String>>([])
    }

    private let declared: Set<String>
    private var given: [String: [String]] = [:]
    private let reads = Reads()

    /// An invocation of a command, with what was given before its name.
    init(of command: Command, after earlier: Invocation? = nil) {
        given = earlier?.given ?? [:]
        declared = Set((command.options + command.operands).map(\.name))
    }

    /// What a parameter means in this invocation.
    ///
    /// The command has to declare it: its default for one that nobody can give would hide a mistake.
    subscript<Value>(parameter: Parameter<Value>) -> Value {
        let name = parameter.declaration.name
        assert(declared.contains(name), "\(name) is read and not declared")
        _ = reads.names.withLock { $0.insert(name) }
        return parameter.value(given[name] ?? [])
    }

    /// Whether a parameter was given at all.
    func isGiven(_ declaration: ParameterDeclaration) -> Bool { given[declaration.name] != nil }

    /// What was given for a parameter of this name; `nil` for nothing.
    func texts(of name: String) -> [String]? { given[name] }

    /// The names of the parameters that were read so far.
    var readNames: Set<String> { reads.names.withLock { $0 } }

    /// Adds what was given for a parameter, or puts it in the place of what was given before.
    mutating func add(_ text: String, to declaration: ParameterDeclaration) {
        if declaration.form == .option, !declaration.isRepeatableOption {
            given[declaration.name] = [text]
        } else {
            given[declaration.name, default: []].append(text)
        }
    }
}
