// SPDX-License-Identifier: Apache-2.0
import FaceArchives
import Facecap

/// Makes of the parts of one video what a run over it makes.
struct VideoMerge {
    /// What is written, and where.
    struct Settings: Sendable {
        /// The folder of the parts.
        var parts = ""
        /// Whether a segment without a part is an error, and not a gap of the files.
        var requiresParts = false
        var sidecars: [FaceExportFormat] = []
        var tracking: FaceTracker.Configuration
        /// What the face track of a copy of a video holds.
        var faces = FaceTrackFormat()
        var includesLandmarks: Bool
        var overwrites = false
        /// What is asked of the process that reads the video; `nil` for none.
        var isolation: IsolatedFileInput.Isolation?

        /// What a user's words say of how faces are followed and written.
        init(_ run: RunSettings) {
            tracking = run.search.tracking
            isolation = run.source.isolation
            includesLandmarks = run.stream.includesLandmarks
        }
    }

    private let plan: ArchivePlan
    /// All of the video's, in their order.
    private let segments: [ArchiveSegment]
    private let settings: Settings
    private let item: AnalyzeItem

    init(
        _ segments: [ArchiveSegment], of plan: ArchivePlan, _ item: AnalyzeItem,
        _ settings: Settings
    ) {
        self.plan = plan
        self.segments = segments
        self.settings = settings
        self.item = item
    }

    /// Writes the video's files, and lists those that `isListing`; of a video without a part there are none.
    ///
    /// - Parameter warn: called with what is wrong with the video itself.
    /// - Throws: `outputFailed` where a part that is required is missing or damaged; what writing throws.
    func run(
        isListing: Bool = false, warn: (String) -> Void
    ) throws(FacecapError) -> (video: ArchiveManifest.Video, summary: AnalyzeSummary) {
        var video = ArchiveManifest.Video(segments[0])
        guard let first = try firstPart() else {
            if settings.requiresParts { throw missingPart(of: segments[0]) }
            for segment in segments {
                let error = ArchivePartReader.absence(of: segment, of: plan, in: settings.parts)
                video.add(failure(of: segment, error), of: segment)
            }
            return (video, AnalyzeSummary())
        }
        let collector = item.output.map { _ in
            FaceTrackCollector(
                settings.faces, forCopyOf: item.input, isolation: settings.isolation)
        }
        let format = first.part.format
        let info = exportInfo(format)
        let sidecars = try Sidecars(
            settings.sidecars, besideMovie: item.sidecarPath, of: item.input, info: info,
            movie: item.output, overwriting: settings.overwrites)
        let presenter = AnalyzePresenter(collector: collector, sidecars: sidecars)
        let limits = plan.search.searchLimits(in: format, settings.faces.keys)
        var numbering = VideoNumbering(tracking: settings.tracking)
        for (index, segment) in segments.enumerated() {
            do throws(FacecapError) {
                let part = try index == first.index ? first.part : part(of: segment)
                try numbering.number(part, of: segment) { element in
                    switch element {
                    case .observation(var observation):
                        observation.searchLimits = limits
                        presenter.add(observation, frameRate: format.frameRate)
                    case .warning(let error):
                        presenter.add(.warning(error))
                        if error.code == .mediaDamaged { warn(warning(error, of: segment)) }
                    }
                }
                video.add(part, of: segment)
            } catch {
                guard error.tellsOfNoPart else { throw error }
                if settings.requiresParts { throw missingPart(of: segment) }
                let failure = failure(of: segment, error)
                video.add(failure, of: segment)
                presenter.add(.warning(FacecapError(.mediaDamaged, failure.message)))
                if let times = segment.times(since: segments[0]) {
                    presenter.addGap(times, frames: (segment.a, segment.b))
                }
                numbering.passGap()
            }
        }
        sidecars.end(reason: CaptureSession.StopReason.endOfStream.description)
        try sidecars.check()
        video.summarize(presenter.summary)
        var paths = settings.sidecars.map(item.sidecar)
        if let collector, let output = item.output {
            do throws(FacecapError) {
                try segments[0].checkVideo()
                try collector.writeCopy(
                    of: item.input, to: output, info: info, isolation: settings.isolation,
                    overwriting: settings.overwrites)
                paths.append(output)
                if let warning = try MovieReader.warningBesideFrames(ofMovieAt: item.input) {
                    warn(warning.message)
                }
            } catch {
                guard isListing, error.isOfVideo else { throw error }
                warn("\(error.message) No copy is written.")
                video.copyFailure = ArchiveFailure(error)
            }
        }
        // Where they have their names, so has the movie: an interrupted run goes on from what is there.
        try sidecars.publish()
        if isListing { for path in paths { try video.add(fileAt: path) } }
        return (video, presenter.summary)
    }

    /// The first part that is whole, with its segment's place: it says what the video's frames are like.
    private func firstPart() throws(FacecapError) -> (index: Int, part: ArchivePartReader)? {
        for (index, segment) in segments.enumerated() {
            do throws(FacecapError) {
                return (index, try part(of: segment))
            } catch {
                guard error.tellsOfNoPart else { throw error }
            }
        }
        return nil
    }

    private func part(of segment: ArchiveSegment) throws(FacecapError) -> ArchivePartReader {
        try ArchivePartReader(segment, of: plan, in: settings.parts)
    }

    private func missingPart(of segment: ArchiveSegment) -> FacecapError {
        FacecapError(
            .outputFailed,
            "The part of \(segment.name) in \(settings.parts) was removed or changed during the run; run"
                + " the command again.")
    }

    private func warning(_ error: FacecapError, of segment: ArchiveSegment) -> String {
        segments.count == 1
            ? error.message : "from frame \(segment.a) on: \(error.message)"
    }

    private func failure(of segment: ArchiveSegment, _ error: FacecapError?) -> ArchiveFailure {
        if let failure = ArchiveFailure.of(segment, in: settings.parts) { return failure }
        return error?.code == .mediaDamaged
            ? ArchiveFailure(
                exitCode: ExitCode.damagedInput.rawValue, message: "its part is damaged")
            : ArchiveFailure(
                exitCode: ExitCode.noInput.rawValue, message: "nobody has looked at it")
    }

    private func exportInfo(_ format: VideoFormat) -> FaceExportFormat.Info {
        let size = Size(width: Double(format.width), height: Double(format.height))
        var info = FaceExportFormat.Info(
            sourceKind: CaptureDevice.Kind.file.rawValue, sourceName: item.input,
            videoSize: format.orientation.displayedSize(of: size))
        info.frameRate = format.frameRate
        info.pixelAspectRatio = format.pixelAspectRatio.displayed(by: format.orientation).value
        info.includesLandmarks = settings.includesLandmarks
        info.includesMesh = plan.search.keepsMeshPoints
        info.detector = plan.search.detectorNames
        return info
    }
}

extension FacecapError {
    /// Whether there is no part that is whole, and not one that cannot be read.
    var tellsOfNoPart: Bool { code == .sourceNotFound || code == .mediaDamaged }

    /// Whether it is the video's own fault, which the next call meets again.
    var isOfVideo: Bool {
        [
            .mediaUnreadable, .mediaDamaged, .sourceNotFound, .decoderCrashed, .decoderStalled,
        ].contains(code)
    }
}

extension ArchiveFailure {
    /// An error with the exit code for it.
    init(_ error: FacecapError) {
        self.init(exitCode: ExitCode(error.code).rawValue, message: error.message)
    }
}

extension ArchiveManifest.Video {
    fileprivate mutating func summarize(_ summary: AnalyzeSummary) {
        frames = summary.frameCount
        analysed = summary.analysedCount
        faces = summary.maximumFaceCount
        ids = summary.faceIDs.count
    }
}
