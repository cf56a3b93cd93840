// SPDX-License-Identifier: Apache-2.0
import Facecap

/// The table on standard output that tells what became of each of several videos: CSV as RFC 4180 has it.
struct AnalyzeTable {
    private let output: StandardOutput

    /// Writes the names of the columns.
    init(_ output: StandardOutput) throws(FacecapError) {
        self.output = output
        try write(["file", "output", "status", "frames", "analysed", "faces", "ids"])
    }

    /// Writes the row of a video.
    func write(
        _ item: AnalyzeItem, _ status: String, _ summary: AnalyzeSummary? = nil
    ) throws(FacecapError) {
        let counts = summary.map {
            [$0.frameCount, $0.analysedCount, $0.maximumFaceCount, $0.faceIDs.count]
        }
        try write(item, status, counts: counts)
    }

    /// Writes the row of a video of which there are only the numbers.
    func write(_ item: AnalyzeItem, _ status: String, counts: [Int]?) throws(FacecapError) {
        try write(
            [item.input, item.output ?? "", status]
                + (counts.map { $0.map { "\($0)" } } ?? ["", "", "", ""]))
    }

    private func write(_ cells: [String]) throws(FacecapError) {
        let texts = cells.map { cell in
            cell.contains { "\",\r\n".contains($0) }
                ? "\"" + cell.replacing("\"", with: "\"\"") + "\"" : cell
        }
        try output.write(texts.joined(separator: ",") + "\n")
    }
}
