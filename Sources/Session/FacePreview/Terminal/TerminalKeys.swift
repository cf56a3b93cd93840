// SPDX-License-Identifier: Apache-2.0
/// Makes keys and clicks of the bytes that a terminal sends.
struct TerminalKeys {
    /// What was heard.
    enum Event: Hashable {
        case key(Character)
        /// A click on a cell, counted from 0.
        case click(column: Int, row: Int)
    }

    /// No sequence of a key is longer.
    private static let maximumLength = 64

    /// The beginning of a sequence of which the rest may come with the next bytes.
    private var held: [UInt8] = []

    /// The events in what was read since the last call, perhaps nothing; sequences of other keys are passed by.
    mutating func events(_ bytes: [UInt8]) -> [Event] {
        var events: [Event] = []
        let hadEscape = held.count == 1
        let all = held + bytes
        held = []
        var rest = all[...]
        while let byte = rest.first {
            let start = rest
            rest = rest.dropFirst()
            if byte == 0x1B, rest.isEmpty, !bytes.isEmpty {
                held = Array(start)
            } else if byte == 0x1B,
                rest.first == UInt8(ascii: "[") || rest.first == UInt8(ascii: "O")
            {
                rest = rest.dropFirst()
                let body = rest.prefix { !(0x40...0x7E).contains($0) }
                let final = rest.dropFirst(body.count).first
                rest = rest.dropFirst(body.count + 1)
                if final == nil, !bytes.isEmpty, start.count < Self.maximumLength {
                    held = Array(start)
                }
                if final == UInt8(ascii: "M"), let click = Self.click(body) { events.append(click) }
            } else if byte == 0x1B, let next = rest.first, !hadEscape || start.startIndex > 0 {
                // A key with Alt; what follows Esc itself is read later.
                if next != 0x1B { rest = rest.dropFirst() }
            } else if byte < 0x80 {
                events.append(.key(Character(UnicodeScalar(byte))))
            }
        }
        return events
    }

    /// `<0;COLUMN;ROW` of xterm's SGR mode: the left button goes down.
    private static func click(_ body: ArraySlice<UInt8>) -> Event? {
        guard body.first == UInt8(ascii: "<") else { return nil }
        let numbers = body.dropFirst().split(separator: UInt8(ascii: ";")).map {
            Int(String(decoding: $0, as: UTF8.self))
        }
        guard numbers.count == 3, numbers[0] == 0, let column = numbers[1], let row = numbers[2],
            column > 0, row > 0
        else { return nil }
        return .click(column: column - 1, row: row - 1)
    }
}
