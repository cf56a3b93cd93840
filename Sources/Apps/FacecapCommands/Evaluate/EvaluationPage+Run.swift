// SPDX-License-Identifier: Apache-2.0
import FaceEvaluation
import Facecap

extension EvaluationPage {
    /// The page about a run, with the frames in which most is wrong.
    ///
    /// Frames are decoded again. Throws what reading the media throws.
    init(
        about folder: String, _ reports: [EvaluationReport], worst: WorstFrames,
        opening: FileOpening
    ) throws(FacecapError) {
        var groups: [Group] = []
        for fault in WorstFrames.Fault.allCases {
            let entries = worst.entries(of: fault)
            guard !entries.isEmpty else { continue }
            var figures: [Figure] = []
            for entry in entries {
                figures.append(try Figure(entry, fault, opening: opening))
            }
            groups.append(Group(title: fault.title, note: fault.note, figures: figures))
        }
        let total = EvaluationReport.total(reports, title: "total")
        let expected = total.observed.expectedCount
        let missed = expected - total.observed.hitCount
        self.init(
            title: "Evaluation of \(folder)",
            summary:
                "\(total.frameCount.counted("frame")) with \(expected.counted("face")) that must be found:"
                + " \(missed) missed, \(total.observed.falsePositiveCount) found where nobody is,"
                + " \(total.switchCount.counted("change")) of ids.",
            tables: EvaluationTable.tables(reports).map {
                Table(header: $0.header, rows: $0.rows)
            },
            legend: EvaluationTable.legend, groups: groups)
    }
}

extension EvaluationPage.Figure {
    fileprivate init(
        _ entry: WorstFrames.Entry, _ fault: WorstFrames.Fault, opening: FileOpening
    ) throws(FacecapError) {
        let sample = try DecodedFrames.read(
            entry.path, frame: entry.frameInFile, opening: opening)
        let image = sample.pixelBuffer
        let size = sample.orientation.displayedSides(width: image.width, height: image.height)
        let frame = entry.comparison
        let concerned = frame.matches.filter { fault.concerns($0, in: frame) }
        let boxes = frame.matches.flatMap { match in
            let isConcerned = concerned.contains(match)
            return [
                EvaluationPage.Box(
                    .truth, match.truth.bounds,
                    text: isConcerned ? fault.words(of: match, isTruth: true) : ""),
                EvaluationPage.Box(
                    .told, match.face.bounds,
                    text: isConcerned ? fault.words(of: match, isTruth: false) : ""),
            ]
        }
        let missed = frame.missed.map {
            EvaluationPage.Box(.missed, $0.bounds, text: "missed")
        }
        let unfounded = frame.falsePositives.map {
            EvaluationPage.Box(.unfounded, $0.bounds, text: "nobody")
        }
        let focus: [Rect] =
            switch fault {
            case .missed: frame.missed.map(\.bounds)
            case .falsePositive: frame.falsePositives.map(\.bounds)
            case .changedID, .angle, .box:
                concerned.flatMap { [$0.truth.bounds, $0.face.bounds] }
            }
        let number = entry.number.map { ", frame \($0)" } ?? ""
        self.init(
            jpeg: try ImageEncoder(quality: 0.8).encode(image, displayed: sample.orientation),
            size: Size(width: Double(size.width), height: Double(size.height)),
            boxes: boxes + missed + unfounded, focus: focus,
            caption: "\(entry.title)\(number): \(fault.words(of: frame))")
    }
}

extension WorstFrames.Fault {
    fileprivate var title: String {
        switch self {
        case .missed: "Missed faces"
        case .falsePositive: "Faces where nobody is"
        case .changedID: "People whose id changed"
        case .angle: "Largest errors of angles"
        case .box: "Largest box errors"
        }
    }

    fileprivate var note: String {
        let lines = "Dashed is the truth, solid what was found."
        return switch self {
        case .missed: "The frames in which the largest faces were not found. " + lines
        case .falsePositive: "The frames in which the surest faces are none. " + lines
        case .changedID: "The numbers are ids; they should not have changed. " + lines
        case .angle: "Degrees: detected above the box, true below. " + lines
        case .box: "Numbers are intersection over union. " + lines
        }
    }

    /// Whether a face that was found is one of which the fault is shown.
    fileprivate func concerns(
        _ match: FrameComparison.Match, in frame: FrameComparison
    ) -> Bool {
        switch self {
        case .missed, .falsePositive: false
        case .changedID: frame.changed.contains(match)
        case .angle:
            match.angleError > 0
                && frame.matches.allSatisfy { $0.angleError <= match.angleError }
        case .box: frame.matches.allSatisfy { $0.overlap >= match.overlap }
        }
    }

    /// What is said beside a box.
    fileprivate func words(of match: FrameComparison.Match, isTruth: Bool) -> String {
        switch self {
        case .missed, .falsePositive: ""
        case .changedID: isTruth ? match.truth.identity : "\(match.face.faceID)"
        case .angle:
            match.largestAngleError.map {
                isTruth ? "\(Self.degrees($0.truth))" : "\($0.name) \(Self.degrees($0.told))"
            } ?? ""
        case .box: isTruth ? "" : Self.text(match.overlap, decimals: 2)
        }
    }

    /// What is said below a frame.
    fileprivate func words(of frame: FrameComparison) -> String {
        switch self {
        case .missed: "\(frame.missed.count) missed"
        case .falsePositive:
            "\(frame.falsePositives.count) where nobody is, confidence "
                + frame.falsePositives.map { Self.text($0.confidence ?? 0, decimals: 2) }
                .joined(separator: ", ")
        case .changedID:
            frame.changed.map { "\($0.truth.identity) is now \($0.face.faceID)" }
                .joined(separator: ", ")
        case .angle:
            frame.matches.first { concerns($0, in: frame) }?.largestAngleError.map {
                "\($0.name) \(Self.degrees($0.told)), true \(Self.degrees($0.truth))"
            } ?? ""
        case .box:
            "overlap "
                + Self.text(frame.matches.map(\.overlap).reduce(1, min), decimals: 2)
        }
    }

    private static func degrees(_ value: Double) -> String { text(value, decimals: 1) + "°" }

    private static func text(_ value: Double, decimals: Int) -> String {
        FixedDecimal(value, decimals: decimals)?.text ?? "-"
    }
}
