// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceCapture
package import FaceDetectors
package import FaceValues
package import IsolatedInput
internal import MediaInput

/// A look at the frames of one segment.
package struct SegmentLook {
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
    /// - Parameter didLook: called after each frame; whether to go on.
    /// - Returns: how many frames there are; `nil` where `didLook` ended it, and nothing is written.
    /// - Throws: what reading a file throws; `mediaDamaged` where it is not the film of the plan or its frames are not
    ///   those that the plan lists; `detectorFailed`; what writing a file throws.
    package func write(
        to folder: String, didLook: () -> Bool
    ) throws(FacecapError) -> Int? {
        guard try FilmFingerprint(path: segment.file).text == segment.content else {
            throw FacecapError(
                .mediaDamaged,
                "\(segment.file) is not the file that was planned: make the plan anew.")
        }
        var part = try ArchivePartWriter(segment, of: plan, in: folder)
        var reading = try open()
        try part.append(.film(reading.format))
        while let (number, event) = try reading.next() {
            guard didLook() else { return nil }
            try look(
                at: event, number, orientation: reading.format.orientation,
                with: &reading.looker, into: &part)
        }
        guard reading.nextNumber == segment.b ?? reading.nextNumber else { throw otherFrames }
        try part.finish()
        return part.frameCount
    }

    private var otherFrames: FacecapError {
        FacecapError(
            .mediaDamaged,
            "\(segment.name): these are not the frames that the file lists; plan it with --segment whole."
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
                case .warning: return (nextNumber, event)
                default: continue
                }
            }
            return nil
        }
    }

    /// Opens the film where the segment begins, and takes notice of the frames before it that its looks depend on.
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
                    if case .video(let sample) = event,
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
            let frame = ArchiveRecord.Frame(time: time, orientation: orientation)
            try part.append(.passed(frame, .dropped(reason)))
        case .warning(let error): try part.append(.warning(error))
        case .video(let sample):
            let frame = ArchiveRecord.Frame(
                time: sample.presentationTime, orientation: sample.orientation)
            guard isLookedAt(number) else {
                return try part.append(.passed(frame, .skipped(.interval)))
            }
            try MemoryCheck.requireRoom(for: "the next image")
            let stored = CoordinateTransform.displayedFromStored(orientation: sample.orientation)
                .inverse.apply(plan.search.rect)
            do throws(FacecapError) {
                let look = try looker.look(
                    at: CapturedFrame(id: FrameID(number), sampleBuffer: sample),
                    region: stored.intersection(.unit), scanInterval: plan.search.scanInterval)
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
