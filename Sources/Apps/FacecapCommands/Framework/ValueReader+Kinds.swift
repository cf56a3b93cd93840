// SPDX-License-Identifier: Apache-2.0
import Facecap

extension String {
    /// What `read` makes of each part between the separators; `nil` where it cannot read one of them.
    func parts<Part>(
        separatedBy separator: Character = ",", _ read: (String) -> Part?
    ) -> [Part]? {
        let parts = split(separator: separator, omittingEmptySubsequences: false)
            .map { read(String($0)) }
        return parts.contains { $0 == nil } ? nil : parts.compactMap(\.self)
    }
}

extension ValueReader<String> {
    /// Any text but the empty one.
    static func text(
        _ valueName: String, allowed: String, completion: Completion = .nothing
    ) -> ValueReader {
        ValueReader(valueName, allowed: allowed, completion: completion) {
            $0.isEmpty ? nil : $0
        }
    }

    /// The path of a page that is written beside what goes to standard output, which `-` would mean.
    static func page(_ valueName: String) -> ValueReader {
        ValueReader(
            valueName, allowed: "the path of an HTML file to write, where one named - is ./-",
            completion: .files
        ) {
            ["", "-"].contains($0) ? nil : $0
        }
    }

    /// The path of a folder, which need not exist.
    static var folder: ValueReader {
        text("FOLDER", allowed: "the path of a folder", completion: .folders)
    }
}

extension ValueReader where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    /// One of the cases of an enumeration.
    static var choice: ValueReader {
        let words = Value.allCases.map(\.rawValue)
        return ValueReader(
            words.joined(separator: "|"), allowed: words.joined(separator: ", "),
            completion: .words(words), read: Value.init(rawValue:), write: \.rawValue)
    }
}

extension ValueReader {
    /// Cases of an enumeration with commas between them, or one word that stands for some of them.
    static func list<Case: CaseIterable & RawRepresentable & Sendable>(
        _ valueName: String, special: (word: String, cases: [Case])? = nil
    ) -> ValueReader where Value == [Case], Case.RawValue == String {
        let words = Case.allCases.map(\.rawValue)
        let some = "some of " + words.joined(separator: ", ")
        return ValueReader(
            valueName, allowed: special.map { "\($0.word), or \(some)" } ?? some,
            completion: .list(words + [special?.word].compactMap(\.self))
        ) { text in
            if let special, text == special.word { return special.cases }
            return text.parts { Case(rawValue: $0) }
        } write: { cases in
            cases.map(\.rawValue).joined(separator: ",")
        }
    }
}

extension ValueReader<Int> {
    /// A whole number.
    static func integer(
        _ valueName: String = "N", in range: ClosedRange<Int>, multipleOf step: Int = 1
    ) -> ValueReader {
        let multiple = step == 1 ? "a whole number" : "a multiple of \(step)"
        return ValueReader(
            valueName, allowed: "\(multiple) from \(range.lowerBound) to \(range.upperBound)"
        ) { text in
            Int(text).flatMap { range.contains($0) && $0.isMultiple(of: step) ? $0 : nil }
        }
    }
}

extension ValueReader<Double> {
    /// A number.
    static func number(_ valueName: String = "N", in range: ClosedRange<Double>) -> ValueReader {
        ValueReader(
            valueName,
            allowed: "a number from \(Self.text(of: range.lowerBound)) to "
                + Self.text(of: range.upperBound),
            read: { text in Double(text).flatMap { range.contains($0) ? $0 : nil } },
            write: text(of:))
    }

    /// A number without a fraction of 0.
    private static func text(of number: Double) -> String {
        Int(exactly: number).map { "\($0)" } ?? "\(number)"
    }

    /// A share above 0, as per cent: `50%`; 0.5 then.
    static var percent: ValueReader {
        ValueReader("PERCENT", allowed: "a percentage such as 50%, from 1% to 6400%") { text in
            guard text.hasSuffix("%"), let number = Double(text.dropLast()), 1...6400 ~= number
            else { return nil }
            return number / 100
        }
    }
}

extension ValueReader<Duration> {
    /// A stretch of time greater than 0 and below a year: `10s`, `500ms`, `1m30s`, `5min`, `2h`, with the words for
    /// units that systemd.time(7) has too; a number alone counts seconds.
    static var duration: ValueReader {
        ValueReader(
            "TIME", allowed: "a time above 0 such as 10, 500ms, 90sec, 1m30s or 2h",
            read: duration(in:), write: text(of:))
    }

    private static func duration(in text: String) -> Duration? {
        let units = [
            "h": 3600.0, "hr": 3600, "hour": 3600, "hours": 3600,
            "m": 60, "min": 60, "minute": 60, "minutes": 60,
            "s": 1, "sec": 1, "second": 1, "seconds": 1, "": 1, "ms": 0.001, "msec": 0.001,
        ]
        var rest = text[...]
        var seconds = 0.0
        var lastUnit = Double.infinity
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isNumber || $0 == "." }
            let letters = rest.dropFirst(digits.count).prefix(while: \.isLetter)
            guard let count = Double(digits), let unit = units[String(letters)], unit < lastUnit
            else { return nil }
            seconds += count * unit
            lastUnit = unit
            rest = rest.dropFirst(digits.count + letters.count)
        }
        // Less than a microsecond is no time for what is measured in them.
        guard seconds >= 1e-6, seconds < 365 * 86_400 else { return nil }
        return .nanoseconds(Int64((seconds * 1_000_000_000).rounded()))
    }

    /// Whole seconds or whole milliseconds, as defaults are.
    private static func text(of duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let milliseconds = attoseconds / 1_000_000_000_000_000
        return milliseconds == 0 ? "\(seconds)s" : "\(seconds * 1000 + milliseconds)ms"
    }
}

extension ValueReader<Size> {
    /// Whole pixels: `1920x1080`.
    static var pixels: ValueReader {
        ValueReader("WIDTHxHEIGHT", allowed: "a size such as 1920x1080, up to 32768") { text in
            let side = ValueReader<Int>.integer(in: 1...32768)
            guard let sides = text.parts(separatedBy: "x", side.read), sides.count == 2
            else { return nil }
            return Size(width: Double(sides[0]), height: Double(sides[1]))
        }
    }
}

extension ValueReader<Rect> {
    /// A part of a normalized frame: `0.25,0.25,0.5,0.5`.
    static var region: ValueReader {
        ValueReader(
            "X,Y,WIDTH,HEIGHT",
            allowed: "four numbers from 0 to 1 that lie in the frame, such as 0.25,0.25,0.5,0.5"
        ) { text in
            let number = ValueReader<Double>.number(in: 0...1)
            guard let numbers = text.parts(number.read), numbers.count == 4 else { return nil }
            let rect = Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
            // Room for the rounding of sums such as 0.7 + 0.3.
            return rect.isEmpty || max(rect.maxX, rect.maxY) > 1 + 1e-9 ? nil : rect
        }
    }
}
