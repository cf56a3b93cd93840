// SPDX-License-Identifier: Apache-2.0
/// The one error that facecap throws: a kind, one line that names the thing and the remedy, and the
/// system's own error number beneath.
public struct FacecapError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of failure it was.
    public let code: Code
    /// One line for people: what failed, and what to do about it.
    public let message: String
    /// `errno` of the call that failed, where there was one.
    public let systemError: Int32?
    /// The file that the call was about, where there was one.
    package let path: String?

    /// An error with its kind and the line that people read.
    public init(_ code: Code, _ message: String, errno systemError: Int32? = nil) {
        self.init(code, message, errno: systemError, path: nil)
    }

    /// An error of a call about a file.
    package init(_ code: Code, _ message: String, errno systemError: Int32?, path: String?) {
        self.code = code
        self.message = message
        self.systemError = systemError
        self.path = path
    }

    /// The line for people.
    public var description: String { message }
}
