// SPDX-License-Identifier: Apache-2.0
/// Turns what a user wrote into a value, and says what could have been written.
struct ValueReader<Value: Sendable>: Sendable {
    /// What stands for the value in help.
    let valueName: String
    /// What is allowed, to follow "expected".
    let allowed: String
    let completion: Completion
    /// The value; `nil` where the text is none.
    let read: @Sendable (String) -> Value?
    /// A value as the user would write it.
    let write: @Sendable (Value) -> String

    init(
        _ valueName: String, allowed: String, completion: Completion = .nothing,
        read: @escaping @Sendable (String) -> Value?,
        write: @escaping @Sendable (Value) -> String = { "\($0)" }
    ) {
        self.valueName = valueName
        self.allowed = allowed
        self.completion = completion
        self.read = read
        self.write = write
    }
}
