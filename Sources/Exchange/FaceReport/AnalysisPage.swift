// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import SystemSupport

/// One page about the faces of many videos: what became of each, and when somebody is in view. It needs no script,
/// and loads nothing from elsewhere.
package struct AnalysisPage: Sendable {
    /// A row of the page.
    package struct Video: Sendable {
        /// What was found.
        package struct Figures: Sendable {
            let frameCount: Int
            let analysedCount: Int
            let maximumFaceCount: Int
            let idCount: Int
            let presence: FacePresence

            /// Figures of all frames of a video.
            package init(
                frameCount: Int, analysedCount: Int, maximumFaceCount: Int, idCount: Int,
                presence: FacePresence
            ) {
                self.frameCount = frameCount
                self.analysedCount = analysedCount
                self.maximumFaceCount = maximumFaceCount
                self.idCount = idCount
                self.presence = presence
            }
        }

        let name: String
        let address: String?
        let note: String
        let figures: Figures?

        /// A video.
        ///
        /// - Parameters:
        ///   - address: of the copy with its faces, relative to the page; `nil` where there is none.
        ///   - note: what went wrong, or why there are no figures.
        ///   - figures: what was found, as far as it is known.
        package init(name: String, address: String?, note: String = "", figures: Figures?) {
            self.name = name
            self.address = address
            self.note = note
            self.figures = figures
        }
    }

    private let videos: [Video]

    /// A page with a row for each video.
    package init(_ videos: [Video]) { self.videos = videos }

    /// Whether a file is such a page; `false` where it cannot be read.
    package static func isOne(_ path: String) -> Bool {
        guard let file = try? FileDescriptor(reading: path) else { return false }
        var start = [UInt8](repeating: 0, count: 4096)
        let count = start.withUnsafeMutableBytes { file.read(into: $0, at: 0) } ?? 0
        return start[..<count].firstRange(of: Array("content=\"facecap analyze\"".utf8)) != nil
    }

    /// The page as HTML.
    package var html: [UInt8] {
        PageTemplate.page(
            PageTemplate.analysisPieces, policy: PageTemplate.evaluationPolicy
        ) { place in
            switch place {
            case "summary": PageTemplate.escaped(summary)
            case "rows": videos.flatMap(\.html)
            default: []
            }
        }
    }

    /// All videos in a sentence.
    private var summary: String {
        let figures = videos.compactMap(\.figures)
        let frames = figures.reduce(0) { $0 + $1.frameCount }
        let analysed = figures.reduce(0) { $0 + $1.analysedCount }
        let seconds = figures.reduce(0) { $0 + $1.presence.duration }
        var total = FacePresence.Step()
        for one in figures { total.add(one.presence.total) }
        let count = videos.count.counted("video")
        let troubled = videos.count { !$0.note.isEmpty }
        let trouble = troubled == 0 ? "" : " \(troubled) with a note."
        guard frames > 0 else { return "\(count).\(trouble)" }
        return
            "\(count), \(clock(seconds)) in all: \(analysed) of \(frames.counted("frame")) analyzed, a face in view in"
            + " \(percentage(total.presentCount, of: total.lookCount)) of them.\(trouble)"
    }
}

extension AnalysisPage.Video {
    fileprivate var html: [UInt8] {
        var result = "<tr><th scope=\"row\">"
        // Long paths break at their folders.
        let title = escaped(name).replacing("/", with: "/<wbr>")
        result += address.map { "<a href=\"\(escaped($0))\">\(title)</a>" } ?? title
        let remark = note.isEmpty ? "" : "<span class=\"note\">\(escaped(note))</span>"
        guard let figures else {
            return Array(
                (result + "</th><td class=\"why\" colspan=\"7\">\(remark)</td></tr>\n").utf8)
        }
        result += "\(remark)</th>"
        let total = figures.presence.total
        let cells = [
            ("Length", clock(figures.presence.duration)), ("Frames", "\(figures.frameCount)"),
            ("Analyzed", percentage(figures.analysedCount, of: figures.frameCount)),
            ("Face in view", percentage(total.presentCount, of: total.lookCount)),
            ("Most at once", "\(figures.maximumFaceCount)"), ("Ids", "\(figures.idCount)"),
        ]
        for (label, text) in cells { result += "<td data-label=\"\(label)\">\(escaped(text))</td>" }
        return Array((result + "<td class=\"time\">\(figures.presence.svg)</td></tr>\n").utf8)
    }
}

extension FacePresence {
    /// A bar as long as the video: how high it is filled tells how many faces are in view.
    fileprivate var svg: String {
        let height = 24.0
        let means = means
        let most = max(1, means.compactMap(\.self).max() ?? 1)
        let label =
            "A face is in view \(percentage(total.presentCount, of: total.lookCount)) of the time"
        var result =
            "<svg role=\"img\" aria-label=\"\(label)\" viewBox=\"0 0 \(max(1, means.count)) \(Int(height))\""
            + " preserveAspectRatio=\"none\"><title>\(label)</title>"
        for (index, mean) in means.enumerated() {
            let share = mean.map { $0 / most * height } ?? height
            guard share > 0, let text = FixedDecimal(share, decimals: 1)?.text,
                let top = FixedDecimal(height - share, decimals: 1)?.text
            else { continue }
            let kind = mean == nil ? " class=\"unknown\"" : ""
            result += "<rect\(kind) x=\"\(index)\" y=\"\(top)\" width=\"1\" height=\"\(text)\"/>"
        }
        return result + "</svg>"
    }
}

private func escaped(_ text: String) -> String {
    String(decoding: PageTemplate.escaped(text), as: UTF8.self)
}

/// A share in whole per cent; 100 only where it is all, 0 only where it is nothing.
private func percentage(_ count: Int, of all: Int) -> String {
    guard all > 0 else { return "-" }
    let share = Int((100 * Double(count) / Double(all)).rounded())
    if count > 0, share == 0 { return "< 1 %" }
    return "\(count < all ? min(share, 99) : share) %"
}

/// Seconds as hours, minutes and seconds.
private func clock(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded())
    let parts = [whole / 60 % 60, whole % 60].map { ":" + String($0, paddedTo: 2) }
    return "\(whole / 3600)" + parts.joined()
}
