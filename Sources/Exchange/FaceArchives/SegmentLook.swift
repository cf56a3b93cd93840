// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceAnalysis
package import FaceDetectors
package import FaceValues
package import IsolatedInput
internal import MediaInput

/// A look at the frames of one segment.
package struct SegmentLook {
    /// Looks at a segment whose decoder is ended every time.
    private static let attemptCount = 4

    private let plan: ArchivePlan
    private let segment: ArchiveSegment
    private let detector: any FaceDetector
    private let isolation: IsolatedFileInput.Isolation?

    /// A look with a detector that nobody else uses meanwhile.
    package init(
        at segment: ArchiveSegment, of plan: ArchivePlan, detector: any FaceDetector,
        isolation: IsolatedFileInput.Isolation?
    ) {
        self.plan = plan
        self.segment = segment
        self.detector = detector
        self.isolation = isolation
    }

    /// Looks at every frame and writes the part, on the calling thread.
    ///
    /// Where the process that decodes was ended meanwhile, by what it read or by somebody, the segment is looked at
    /// until two looks show the same: only what the video itself does is kept.
    ///
    /// - Parameter didLook: called after each frame; whether to go on.
    /// - Returns: how many frames there are; `nil` where `didLook` ended it, and nothing is written.
    /// - Throws: what reading a file throws; `mediaDamaged` where it is not the video of the plan or its frames are not
    ///   those that the plan lists; `detectorFailed`; `systemFailed` where the process that decodes is ended again
    ///   and again; what writing a file throws.
    package func write(
        to folder: String, didLook: () -> Bool
    ) throws(FacecapError) -> Int? {
        try segment.checkVideo()
        var digests: [[UInt8]] = []
        var failure: FacecapError?
        for _ in 0..<Self.attemptCount {
            var part = try ArchivePartWriter(segment, of: plan, in: folder)
            do throws(FacecapError) {
                guard let lostDecoder = try look(into: &part, didLook) else { return nil }
                let digest = try part.end()
                if !lostDecoder || digests.contains(digest) {
                    guard segment.b.map({ $0 - segment.a }) ?? part.frameCount == part.frameCount
                    else { throw otherFrames }
                    try part.publish()
                    return part.frameCount
                }
                digests.append(digest)
            } catch {
                guard error.tellsOfLostDecoder, error != failure else { throw error }
                failure = error
            }
        }
        throw FacecapError(
            .systemFailed,
            "\(segment.name): the process that decodes was ended several times: see whether memory is short, and"
                + " try again.")
    }

    /// Looks at every frame; whether the process that decodes was ended meanwhile, or `nil` where `didLook` ended it.
    private func look(
        into part: inout ArchivePartWriter, _ didLook: () -> Bool
    ) throws(FacecapError) -> Bool? {
        var reading = try open()
        try part.append(.video(reading.format))
        while let (number, event) = try reading.next() {
            guard didLook() else { return nil }
            try look(
                at: event, number, orientation: reading.format.orientation,
                with: &reading.looker, into: &part)
        }
        return reading.lostDecoder
    }

    private var otherFrames: FacecapError {
        FacecapError(
            .mediaDamaged,
            "\(segment.name): these are not the frames that the file lists; plan it as a whole."
        )
    }

    // MARK: Reading

    /// The source of the segment's frames, at the first of them.
    private struct Reading {
        let source: any CaptureSource
        let format: VideoFormat
        var looker: FrameLooker
        var nextNumber: Int
        var waiting: CaptureEvent?
        /// Whether the process that decodes was ended.
        private(set) var lostDecoder = false

        private mutating func takeEvent() throws(FacecapError) -> CaptureEvent? {
            guard let event = waiting.take() else { return try source.nextEvent() }
            return event
        }

        /// The next event and the number of its frame, or of the next one for what is none.
        mutating func next() throws(FacecapError) -> (Int, CaptureEvent)? {
            while let event = try takeEvent() {
                switch event {
                case .video, .dropped:
                    defer { nextNumber += 1 }
                    return (nextNumber, event)
                case .warning(let error):
                    lostDecoder = lostDecoder || error.tellsOfLostDecoder
                    return (nextNumber, event)
                default: continue
                }
            }
            return nil
        }
    }

    /// Opens the video where the segment begins, and takes notice of the frames before it that its looks depend on.
    private func open() throws(FacecapError) -> Reading {
        guard let before = segment.before, let group = segment.group else {
            return try open(at: segment.a, segment.start)
        }
        for lead in [before, group] {
            var reading = try open(at: lead.frame, lead.time)
            var showsAnything = false
            while let (number, event) = try reading.next() {
                if number == segment.a {
                    // The frame that the plan says, or none that is shown.
                    if case .video(let sample) = event, !reading.lostDecoder,
                        sample.presentationTime != segment.time(segment.start)
                    {
                        throw otherFrames
                    }
                    (reading.waiting, reading.nextNumber) = (event, number)
                    break
                }
                if case .video(let sample) = event, isLookedAt(number) {
                    let frame = CapturedFrame(id: FrameID(number), sampleBuffer: sample)
                    showsAnything = reading.looker.notice(frame)
                }
            }
            if showsAnything || lead == group { return reading }
        }
        throw otherFrames
    }

    private func open(at number: Int, _ start: Int64?) throws(FacecapError) -> Reading {
        var options = MediaFileSource.Options()
        options.wantsAudio = false
        if let start = segment.time(start), number > 0 || segment.end != nil {
            options.part = .init(start: start, end: segment.time(segment.end))
            options.part?.reportStart = segment.time(segment.start) ?? start
        }
        // A file of that name, not the standard input.
        let path = segment.file == "-" ? "./-" : segment.file
        let source = try FileSource.open(path, options: options, isolation: isolation)
        guard let format = source.videoFormat else {
            throw FacecapError(
                .mediaUnreadable, "\(segment.file) has no frames: name a video.")
        }
        return Reading(
            source: source, format: format, looker: FrameLooker(detector: detector),
            nextNumber: number)
    }

    // MARK: Looking

    private func isLookedAt(_ number: Int) -> Bool {
        number.isMultiple(of: plan.search.analysisInterval)
    }

    /// - Parameter orientation: that of frames which nobody sees.
    private func look(
        at event: CaptureEvent, _ number: Int, orientation: VideoOrientation,
        with looker: inout FrameLooker, into part: inout ArchivePartWriter
    ) throws(FacecapError) {
        switch event {
        case .dropped(let reason, let time):
            let frame = ArchiveRecord.Frame(
                time: time, duration: nil, orientation: orientation)
            try part.append(.passed(frame, .dropped(reason)))
        case .warning(let error): try part.append(.warning(error))
        case .video(let sample):
            let frame = ArchiveRecord.Frame(
                time: sample.presentationTime, duration: sample.duration,
                orientation: sample.orientation)
            guard isLookedAt(number) else {
                return try part.append(.passed(frame, .skipped(.interval)))
            }
            try MemoryCheck.requireRoom(for: "the next image")
            let stored = CoordinateTransform.displayedFromStored(orientation: sample.orientation)
                .inverse.apply(plan.search.rect)
            do throws(FacecapError) {
                let look = try looker.look(
                    at: CapturedFrame(id: FrameID(number), sampleBuffer: sample),
                    region: stored.intersection(.unit),
                    scanInterval: ScanInterval(plan.search.scanInterval))
                try part.append(
                    look.map { .looked(frame, $0) } ?? .passed(frame, .skipped(.interval)))
            } catch {
                guard error.code == .detectorFailed else { throw error }
                try part.append(.warning(error))
                try part.append(.passed(frame, .skipped(.detectorError)))
            }
        default: break
        }
    }
}

extension FacecapError {
    /// Whether the process that decodes was ended, or did not go on.
    fileprivate var tellsOfLostDecoder: Bool {
        code == .decoderCrashed || code == .decoderStalled
    }
}
