// SPDX-License-Identifier: Apache-2.0
package import FaceValues
package import MovieBoxes

/// Which part of which recording a movie is, as its metadata says.
package struct RecordingPart: Sendable, Hashable {
    /// The key of the text: what all parts have in common, the part's number or the first and the last one
    /// of several that were joined, and when it begins.
    package static let key = "org.facecap.recording"
    /// The key under which a copy by `analyze` or `merge`, which count faces and frames again, names its video.
    package static let copySourceKey = "org.facecap.source"

    /// What all parts of a recording have in common: hexadecimal digits.
    package let recordingID: String
    /// The part's number from 1, or the numbers of those that are in it.
    package let numbers: ClosedRange<Int>
    /// When its first frame is shown, in the time of the recording; `nil` where it does not go on where the
    /// part before ends.
    package let start: MediaTime?

    /// A part of a recording.
    package init(recordingID: String, numbers: ClosedRange<Int>, start: MediaTime?) {
        self.recordingID = recordingID
        self.numbers = numbers
        self.start = start
    }

    /// The part that a movie with these texts is; `nil` where they do not say it.
    package init?(_ items: [MovieMetadataItem]) {
        guard let text = items.first(where: { $0.key == Self.key })?.text else { return nil }
        let words = text.split(separator: " ", maxSplits: 3)
        guard 2...3 ~= words.count, 1...64 ~= words[0].utf8.count,
            words[0].allSatisfy({ $0.isASCII && $0.isHexDigit })
        else { return nil }
        let ends = words[1].split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
            .map { Int($0) ?? 0 }
        guard let first = ends.first, let last = ends.last, 1...2 ~= ends.count, first > 0,
            first <= last, last < Int.max
        else { return nil }
        recordingID = String(words[0])
        numbers = first...last
        start = words.count == 3 ? Self.time(words[2]) : nil
    }

    private static func time(_ text: Substring) -> MediaTime? {
        let parts = text.split(separator: "/", maxSplits: 2)
        guard parts.count == 2, let ticks = Int64(parts[0]), let scale = Int32(parts[1]), scale > 0
        else { return nil }
        return MediaTime(value: ticks, timescale: scale)
    }

    /// What a movie says to be this part.
    package var item: MovieMetadataItem {
        let range =
            numbers.count == 1
            ? "\(numbers.lowerBound)" : "\(numbers.lowerBound)-\(numbers.upperBound)"
        let time = start.map { " \($0.value)/\($0.timescale)" } ?? ""
        return MovieMetadataItem(key: Self.key, value: "\(recordingID) \(range)\(time)")
    }

    /// Whether it goes on, without a gap, where another part ends.
    package func follows(_ other: RecordingPart) -> Bool {
        recordingID == other.recordingID && numbers.lowerBound == other.numbers.upperBound + 1
            && start != nil && other.start != nil
    }
}
