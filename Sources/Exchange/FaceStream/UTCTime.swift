// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// Time of day in UTC for people and for JSON.
enum UTCTime {
    /// `2026-01-01T00:00:00.000000Z` for nanoseconds since 1970, cut to microseconds.
    static func text(nanosecondsSince1970 time: Int64) -> String {
        let microseconds = floorDivide(time, 1000)
        let seconds = floorDivide(microseconds, 1_000_000)
        let days = floorDivide(seconds, 86400)
        let (year, month, day) = date(daysSince1970: days)
        let secondOfDay = seconds - days * 86400
        let fields: [(Int64, Int)] = [
            (year, 4), (month, 2), (day, 2), (secondOfDay / 3600, 2), (secondOfDay / 60 % 60, 2),
            (secondOfDay % 60, 2), (microseconds - seconds * 1_000_000, 6),
        ]
        var text = ""
        for (field, separator) in zip(fields, ["-", "-", "T", ":", ":", ".", "Z"]) {
            text += String(field.0, paddedTo: field.1) + separator
        }
        return text
    }

    /// The civil date of a day: years are counted from 1 March so that the leap day comes last.
    private static func date(daysSince1970 days: Int64) -> (Int64, Int64, Int64) {
        let sinceMarch0000 = days + 719_468
        let era = floorDivide(sinceMarch0000, 146_097)
        let dayOfEra = sinceMarch0000 - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    private static func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
        let quotient = value / divisor
        return value % divisor < 0 ? quotient - 1 : quotient
    }
}
