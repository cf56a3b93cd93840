// SPDX-License-Identifier: Apache-2.0
import Facecap
import Glibc
import SystemSupport

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
        let counts = [
            summary?.frameCount, summary?.analysedCount, summary?.maximumFaceCount,
            summary?.faceIDs.count,
        ]
        try write(
            [Self.name(item.input), Self.name(item.output ?? ""), status]
                + counts.map { count in count.map { "\($0)" } ?? "" })
    }

    private func write(_ cells: [String]) throws(FacecapError) {
        let isTerminal = isatty(output.descriptor) == 1
        let fields = cells.map { Self.field(isTerminal ? Messages.printable($0) : $0) }
        try output.write(
            Array(fields.joined(separator: [UInt8(ascii: ",")])) + [UInt8(ascii: "\n")])
    }

    /// The bytes of a cell, between quotation marks where they could be taken for more than one.
    private static func field(_ cell: String) -> [UInt8] {
        let (bytes, quote) = (cell.pathBytes, UInt8(ascii: "\""))
        guard bytes.contains(where: "\",\r\n".utf8.contains) else { return bytes }
        return [quote] + bytes.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote]
    }

    /// The same path, which no spreadsheet takes for a formula.
    private static func name(_ path: String) -> String {
        guard let first = path.utf8.first, "=+-@".utf8.contains(first), path != "-" else {
            return path
        }
        return "./" + path
    }
}
