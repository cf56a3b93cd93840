// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// Reads a plan, a line at a time.
package struct ArchivePlanReader {
    private static let longestLine = 64 << 10

    /// What holds for all segments.
    package let plan: ArchivePlan
    private let file: ArchiveFile
    private var lineNumber = 1

    /// Opens a plan and reads its first line.
    ///
    /// - Throws: `sourceNotFound`, `permissionDenied` or `systemFailed` of what cannot be read; `invalidArgument` of
    ///   what is no plan, or one of another version.
    package init(path: String) throws(FacecapError) {
        file = try ArchiveFile(path: path)
        let line = file.byteCount == nil ? nil : try file.takeLine(limit: Self.longestLine)
        guard let line, line.isEnded,
            let plan = JSONLines.record(ArchivePlan.self, in: line.bytes)
        else { throw ArchivePlan.isNone(path) }
        try plan.check(path)
        self.plan = plan
    }

    /// The next segment; `nil` after the last one.
    ///
    /// - Throws: `invalidArgument` of a line that was changed or cut off, `systemFailed` where the plan cannot be
    ///   read.
    package mutating func next() throws(FacecapError) -> ArchiveSegment? {
        guard let line = try file.takeLine(limit: Self.longestLine) else { return nil }
        lineNumber += 1
        guard line.isEnded, let segment = JSONLines.record(ArchiveSegment.self, in: line.bytes),
            segment.isSound(in: plan)
        else {
            throw FacecapError(
                .invalidArgument,
                "Line \(lineNumber) of \(file.path) is not as facecap plan wrote it: make the plan again."
            )
        }
        return segment
    }

    /// The segment with a number, counted from 0, of a plan that was just opened.
    ///
    /// - Throws: what ``next()`` throws; `invalidArgument` where there are not as many.
    package mutating func segment(_ index: Int) throws(FacecapError) -> ArchiveSegment {
        for passed in 0..<index {
            guard try file.takeLine(limit: Self.longestLine) != nil else {
                throw missing(index, of: passed)
            }
            lineNumber += 1
        }
        guard let segment = try next() else { throw missing(index, of: index) }
        return segment
    }

    private func missing(_ index: Int, of count: Int) -> FacecapError {
        let range = count == 0 ? "there is none" : "they go from 0 to \(count - 1)"
        return FacecapError(
            .invalidArgument, "\(file.path) has no segment \(index): \(range).")
    }
}
