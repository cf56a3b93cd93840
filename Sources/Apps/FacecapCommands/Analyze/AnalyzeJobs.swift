// SPDX-License-Identifier: Apache-2.0
import FaceArchives
import Facecap

/// The looks of `analyze --jobs`: segments of all videos side by side, from the first video on. Each video is written
/// once all of its own are done. It is used by one thread.
final class AnalyzeJobs {
    /// Seconds that a segment takes at least: of each job, what is lost when a run is interrupted.
    private static let segmentLength = 30.0

    private let settings: AnalyzeSettings
    private let context: CommandContext
    private let folder: PartsFolder
    private let plan: ArchivePlan
    private let segments: [ArchiveSegment]
    /// Where the segments of each video lie among all, or why it has none.
    private let videos: [AnalyzeItem: Result<Range<Int>, FacecapError>]
    /// How many segments are still to be read from each part, by key: copies of a video share theirs.
    private var useCounts: [String: Int]
    private let workers: SegmentWorkers
    private let watcher: SignalWatcher
    private let console: RunConsole
    /// Whether a failure was not the video's own fault, so that the next call can use what was kept.
    private var keepsParts = false

    /// Cuts the videos and begins to look at them.
    ///
    /// - Parameters:
    ///   - parent: the folder in which parts are kept.
    ///   - interruption: the request to end, which may have been made by now.
    /// - Throws: what keeps all of them from being looked at.
    init(
        _ items: [AnalyzeItem], in parent: String, count: Int, settings: AnalyzeSettings,
        interruption: Interruption, context: CommandContext
    ) throws(FacecapError) {
        self.settings = settings
        self.context = context
        let search = try ArchiveSearch(settings.run.search, context.messages)
        folder = try PartsFolder(in: parent)
        let plan = try folder.plan(search)
        let isolation = settings.run.source.isolation
        let planner = ArchivePlanner(plan, length: Self.segmentLength, isolation: isolation)
        var segments: [ArchiveSegment] = []
        var videos: [AnalyzeItem: Result<Range<Int>, FacecapError>] = [:]
        for item in items where settings.analyzedFaces(of: item) == nil && Self.isCut(item) {
            let start = segments.count
            do throws(FacecapError) {
                segments += try planner.segments(of: item.input)
                videos[item] = .success(start..<segments.count)
            } catch {
                videos[item] = .failure(error)
            }
        }
        let console = RunConsole(
            context.messages, progress: ProgressBar(total: Self.frameCount(of: segments), context))
        let (parts, detector) = (folder.path, settings.run.search.detector)
        let workers = try SegmentWorkers(
            segments, count: count, didLook: { console.countFrame() }
        ) { () throws(FacecapError) in
            try PartMaker(
                plan, folder: parts, modelFolder: detector.modelFolder,
                threads: detector.threads ?? 1, isolation: isolation)
        }
        watcher = SignalWatcher { _ in workers.stop() }
        if interruption.isMade { workers.stop() }
        (self.plan, self.segments, self.videos) = (plan, segments, videos)
        (self.workers, self.console) = (workers, console)
        useCounts = segments.reduce(into: [:]) { $0[$1.key, default: 0] += 1 }
    }

    deinit {
        workers.stop()
        workers.join()
    }

    /// Whether a video is looked at in segments: not where its frames go into a new movie meanwhile.
    private static func isCut(_ item: AnalyzeItem) -> Bool {
        // What is wrong with it will be told in its turn.
        item.output == nil || (try? item.isMovie()) ?? true
    }

    /// Frames of all segments; `nil` where those of one are not known.
    private static func frameCount(of segments: [ArchiveSegment]) -> Int? {
        let counts = segments.compactMap { segment in segment.b.map { $0 - segment.a } }
        return counts.count == segments.count ? counts.reduce(0, +) : nil
    }

    /// Waits until a video was looked at, and writes what was found; `nil` of one that is not looked at here, or has
    /// segments that cannot be looked at apart.
    ///
    /// - Parameter sidecars: what is written beside the movie.
    /// - Throws: why the video cannot be looked at, or nothing written.
    func outcome(
        of item: AnalyzeItem, sidecars: [FaceExportFormat]
    ) throws(FacecapError) -> AnalyzeRun.Outcome? {
        guard let video = videos[item] else { return nil }
        defer { console.eraseProgress() }
        do throws(FacecapError) {
            try item.checkOutput(overwriting: settings.overwrites)
            return try outcome(of: item, sidecars: sidecars, segments: try video.get())
        } catch {
            keepsParts = keepsParts || !error.isOfVideo
            throw error
        }
    }

    private func outcome(
        of item: AnalyzeItem, sidecars: [FaceExportFormat], segments range: Range<Int>
    ) throws(FacecapError) -> AnalyzeRun.Outcome? {
        let segments = Array(segments[range])
        var failure: FacecapError?
        for index in range {
            switch workers.outcome(of: index) {
            case .done: continue
            case .failed(let error): failure = failure ?? error
            case .stopped:
                context.messages.remark(
                    "what was looked at is kept in \(folder.path); the same call goes on from there"
                )
                return .interrupted
            }
        }
        if let failure {
            // A damaged video may have other frames than it lists: then all of it is looked at in one go.
            guard failure.isOfVideo, segments[0].b != nil else { throw failure }
            return nil
        }
        var merge = VideoMerge.Settings(settings.run)
        merge.parts = folder.path
        merge.requiresParts = true
        merge.sidecars = sidecars
        merge.faces = settings.faces
        merge.overwrites = settings.overwrites
        let merged = try VideoMerge(segments, of: plan, item, merge).run { console.say($0) }
        for segment in segments {
            useCounts[segment.key, default: 1] -= 1
            if useCounts[segment.key] == 0 { try folder.remove(segment) }
        }
        return .done(merged.summary)
    }

    /// Removes what was kept, unless a video can go on from it.
    func finish() throws(FacecapError) {
        console.eraseProgress()
        workers.join()
        if !keepsParts { try folder.remove() }
    }
}
