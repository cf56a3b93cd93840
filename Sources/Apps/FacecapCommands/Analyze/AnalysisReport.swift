// SPDX-License-Identifier: Apache-2.0
import Facecap
import SystemSupport

/// The page about all videos of a call; used by one thread.
final class AnalysisReport {
    private let path: String
    private let overwrites: Bool
    private var videos: [AnalysisPage.Video] = []

    /// A page at a path; an earlier one there makes room for it, any other file only where that is allowed.
    init(path: String, overwrites: Bool) throws(FacecapError) {
        self.path = path
        self.overwrites = overwrites || AnalysisPage.isOne(path)
        try AtomicFile.check(path, overwriting: self.overwrites)
    }

    /// Throws where the page would take the place of a video, or of what is written about it.
    func check(_ item: AnalyzeItem, sidecars: [FaceExportFormat]) throws(FacecapError) {
        try Files.check(path, isNot: item.input)
        for written in item.outputs(sidecars: sidecars) {
            try Files.check(path, isNot: written, "what is written of \(item.input)")
        }
    }

    /// Adds a video, with a link to its copy: what lies at that path may be the copy of another one.
    ///
    /// - Parameters:
    ///   - summary: what was found in it; `nil` where that is not known.
    ///   - note: what is to be said of it.
    func add(_ item: AnalyzeItem, _ summary: AnalyzeSummary?, note: String = "") {
        let isKnown = summary != nil || item.isThere
        let copy = item.output.flatMap {
            isKnown && Files.exists($0) && (try? item.checkSource()) != nil ? $0 : nil
        }
        let address = copy.map {
            FaceReport.Movie.address(
                of: Files.resolved($0) ?? $0,
                fromFolder: Files.resolved(Files.folder(of: path)) ?? Files.folder(of: path))
        }
        videos.append(
            AnalysisPage.Video(
                name: item.input.replacingEscapedBytes, address: address, note: note,
                figures: summary?.figures))
    }

    /// Writes the page and says so, unless no video was added.
    func write(_ messages: Messages) throws(FacecapError) {
        guard !videos.isEmpty else { return }
        try AtomicFile.write(AnalysisPage(videos).html, to: path, overwriting: overwrites)
        messages.remark(wrote: [path])
    }
}
