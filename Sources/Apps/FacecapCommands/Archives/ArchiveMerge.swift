// SPDX-License-Identifier: Apache-2.0
import FaceArchives
import Facecap
import SystemSupport

/// Makes of the parts of a plan the files of all its videos, and then the manifest.
struct ArchiveMerge {
    /// Segments and failures that are named to people.
    private static let namedCount = 10

    /// The path of the plan.
    let plan: String
    /// The folder of the parts.
    let parts: String
    /// The folder of what is written.
    let output: String
    let sidecars: [FaceExportFormat]
    let context: CommandContext
    var writesMovies = false
    /// Whether a segment without a part is listed as failed.
    var isPartial = false
    /// The page about all videos; `nil` for none.
    var report: String?
    var overwrites = false
    var includesLandmarks = false
    var faceKeys = FaceTrackFormat.Keys.facecap
    var smoothsFaces = true

    func run() throws(FacecapError) -> ExitCode {
        try checkPlan()
        if !isPartial { try checkParts() }
        try Files.makeFolder(output)
        let report = try report.map { path throws(FacecapError) in
            try Files.check(path, isNot: plan, "the plan itself")
            try Files.check(path, isNot: ArchiveManifest.path(in: output), "the manifest")
            guard !Files.areSame(Files.folder(of: path), parts) else {
                throw FacecapError(
                    .invalidArgument,
                    "\(path) would be among the parts; write the page to another folder.")
            }
            return try AnalysisReport(path: path, overwrites: overwrites)
        }
        try AtomicFile.check(ArchiveManifest.path(in: output), overwriting: overwrites)
        var reader = try ArchivePlanReader(path: plan)
        var manifest = try ArchiveManifest(
            of: reader.plan, in: output, overwriting: overwrites)
        let settings = settings(reader.plan)
        let table = try AnalyzeTable(context.output)
        var result = ExitCode.success
        var next = try reader.next()
        while let first = next {
            var segments = [first]
            next = try reader.next()
            while let segment = next, segment.file == first.file {
                segments.append(segment)
                next = try reader.next()
            }
            let (item, copyFailure) = try item(of: first)
            try report?.check(item, sidecars: sidecars)
            var (video, summary) = try VideoMerge(segments, of: reader.plan, item, settings)
                .run(isListing: true) { context.messages.say($0) }
            video.copyFailure = video.copyFailure ?? copyFailure
            try manifest.add(video)
            for failure in video.failed.prefix(Self.namedCount) {
                context.messages.say(
                    "\(video.file), from frame \(failure.a) on: \(failure.message)")
            }
            let exitCode = video.failed.first?.exitCode ?? video.copyFailure?.exitCode
            let note = video.failed.first?.message ?? video.copyFailure?.message ?? ""
            if let exitCode, result == .success {
                result = ExitCode.all.first { $0.rawValue == exitCode } ?? .failure
            }
            let found = video.segments.isEmpty ? nil : summary
            report?.add(item, found, note: note)
            let status = video.failed.isEmpty ? "analysed" : found == nil ? "failed" : "partial"
            try table.write(item, status, found)
        }
        try manifest.finish()
        let path = ArchiveManifest.path(in: output)
        context.messages.remark("wrote \(path), which lists all files that were written")
        try report?.write(context.messages)
        return result
    }

    /// Throws where the plan has lost lines, as frames would be missing without a word, or has those of another plan
    /// for a video whose files would replace those of the first.
    private func checkPlan() throws(FacecapError) {
        var reader = try ArchivePlanReader(path: plan)
        var items: [AnalyzeItem] = []
        var last: ArchiveSegment?
        while let segment = try reader.next() {
            guard segment.follows(last) else { throw Self.lostLines(plan, segment.name) }
            if segment.a == 0 { items.append(AnalyzeItem(input: segment.file, folder: output)) }
            last = segment
        }
        if let last, !last.isLast { throw Self.lostLines(plan, last.name) }
        try AnalyzeItem.check(items)
    }

    private static func lostLines(_ plan: String, _ segment: String) -> FacecapError {
        FacecapError(
            .invalidArgument,
            "\(plan) does not have all segments of its videos, beside that of \(segment): make the plan again."
        )
    }

    /// Throws where segments have neither a part that is whole nor a reason why they have none.
    private func checkParts() throws(FacecapError) {
        var reader = try ArchivePlanReader(path: plan)
        var missing: [Int] = []
        var damage: (index: Int, error: FacecapError)?
        var count = 0
        while let segment = try reader.next() {
            if let error = ArchivePartReader.absence(of: segment, of: reader.plan, in: parts),
                ArchiveFailure.of(segment, in: parts) == nil
            {
                missing.append(count)
                if damage == nil, error.code != .sourceNotFound { damage = (count, error) }
            }
            count += 1
        }
        guard !missing.isEmpty else { return }
        if let damage {
            throw FacecapError(
                damage.error.code,
                "\(damage.error.message) It is the part of --index \(damage.index); \(missing.count) of \(count) segments"
                    + " have no complete part: --partial leaves them out.")
        }
        let names = missing.prefix(Self.namedCount).map { "\($0)" }.joined(separator: ", ")
        let more = missing.count > Self.namedCount ? ", ..." : ""
        throw FacecapError(
            .sourceNotFound,
            "\(parts) has no complete part of \(missing.count) of \(count.counted("segment")) (--index \(names)\(more)):"
                + " run facecap detect for them, or give --partial.")
    }

    /// Where what is found in a video goes, and why there can be no copy.
    private func item(
        of segment: ArchiveSegment
    ) throws(FacecapError) -> (AnalyzeItem, ArchiveFailure?) {
        var item = AnalyzeItem(input: segment.file, folder: output)
        guard writesMovies else {
            item.output = nil
            return (item, nil)
        }
        do throws(FacecapError) {
            try segment.checkVideo()
            _ = try MovieReader(path: item.input)
            return (item, nil)
        } catch {
            guard error.isOfVideo else { throw error }
            item.output = nil
            guard item.isNamedAsMovie || error.code != .mediaUnreadable else {
                context.messages.say(
                    "\(item.input): faces are added to MP4 and QuickTime alone; no copy is written"
                )
                return (item, nil)
            }
            context.messages.say("\(error.message) No copy is written.")
            return (item, ArchiveFailure(error))
        }
    }

    private func settings(_ plan: ArchivePlan) -> VideoMerge.Settings {
        var run = RunSettings()
        run.search.smoothsFaces = smoothsFaces
        run.stream.includesLandmarks = includesLandmarks
        run.stream.includesMesh = plan.search.keepsMeshPoints
        var settings = VideoMerge.Settings(run)
        settings.parts = parts
        settings.sidecars = sidecars
        settings.faces = run.faceTrack(keys: faceKeys)
        settings.overwrites = overwrites
        return settings
    }
}
