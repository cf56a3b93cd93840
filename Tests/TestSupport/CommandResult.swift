// SPDX-License-Identifier: Apache-2.0
/// How a program ended and what it wrote.
public struct CommandResult: Sendable {
    /// Its exit code, or 128 + the signal that ended it.
    public let exitCode: Int32
    /// Standard output.
    public let output: String
    /// Standard error.
    public let messages: String
}
