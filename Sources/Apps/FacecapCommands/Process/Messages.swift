// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemSupport

/// What the program says to people, on standard error.
struct Messages: Sendable {
    /// Where it writes.
    let descriptor: Int32
    /// Whether warnings and errors alone are said.
    var isQuiet = false

    /// Standard error, or in its place another descriptor, which stays the caller's.
    init(descriptor: Int32 = STDERR_FILENO) {
        self.descriptor = descriptor
    }

    /// The most characters of a message: it may quote a line of any length.
    private static let maximumLength = 1000

    /// Writes `facecap: message` as one line; where that is impossible there is nobody to tell.
    ///
    /// - Parameter isWhole: whether all of a long message is written, such as a command to copy.
    func say(_ message: String, isWhole: Bool = false) {
        let text = Self.printable(message)
        show("facecap: \(isWhole ? text : Self.shortened(text))\n")
    }

    /// Says what is worth knowing and neither a warning nor an error, unless only those are to be said.
    func remark(_ message: String) {
        if !isQuiet { say(message, isWhole: true) }
    }

    /// Says which files were written, if any.
    func remark(wrote paths: [String]) {
        if !paths.isEmpty { remark("wrote \(paths.joined(separator: ", "))") }
    }

    /// Writes all of the message as ``say(_:isWhole:)`` does, as far as that takes no time: up to where nobody reads.
    func sayWithoutWaiting(_ message: String) {
        var rest = Array("facecap: \(Self.printable(message))\n".utf8)[...]
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        // A pipe that can be written to has room for so many bytes.
        while !rest.isEmpty, poll(&request, 1, 0) == 1 {
            let piece = Array(rest.prefix(Int(PIPE_BUF)))
            guard write(descriptor, piece, piece.count) == piece.count else { return }
            rest = rest.dropFirst(piece.count)
        }
    }

    /// Writes text as it is: what steers the terminal, and is no message.
    func show(_ text: String) {
        var text = text
        text.withUTF8 { _ = Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }

    /// The text without the middle of what would fill the screen: the problem stands at the beginning, the remedy at
    /// the end.
    private static func shortened(_ text: String) -> String {
        guard text.count > maximumLength else { return text }
        return "\(text.prefix(maximumLength / 2)) ... \(text.suffix(maximumLength / 4))"
    }

    /// The text on one line, without what would steer a terminal: file names are not ours.
    static func printable(_ text: String) -> String { text.printable }
}
