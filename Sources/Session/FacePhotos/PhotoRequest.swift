// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// Decides which frames become the photos that one call asked for.
struct PhotoRequest {
    /// What is to be done with a frame.
    enum Decision: Hashable {
        /// Nothing.
        case pass
        /// It is the best one so far: hold on to it.
        case keep
        /// It is a photo.
        case take
        /// The frame that was kept is a photo; the frame itself is none.
        case takeKept
    }

    private let settings: CapturePhotoSettings
    /// Photos so far.
    private(set) var count = 0
    /// When the first frame was, in nanoseconds.
    private var beginning: Int64?
    /// The next photo is not before this time, in nanoseconds: frames may have a coarse time scale.
    private var due: Int64?
    /// Until when the best frame is looked for, in nanoseconds, and how good the one that is kept is.
    private var best: (end: Int64, score: Double)?

    init(_ settings: CapturePhotoSettings) { self.settings = settings }

    /// Whether there are as many photos as were asked for.
    var isComplete: Bool { settings.count.map { count >= $0 } ?? false }

    /// Looks at the next frame, which was analyzed or is not to be.
    mutating func consider(_ observation: FaceObservation) -> Decision {
        let time = observation.presentationTime.boundedNanoseconds
        let beginning = beginning ?? time
        self.beginning = beginning
        if let best, best.end <= time { return takeKept(at: time) }
        if time < due ?? beginning + max(0, settings.delay.boundedNanoseconds) { return .pass }
        let faces = observation.observedFaces
        if settings.waitsForFaces, faces.isEmpty { return .pass }
        guard case .best(let window) = settings.moment else {
            took(at: time)
            return .take
        }
        let score = faces.reduce(0) { $0 + ($1.captureQuality ?? 0) }
        guard best.map({ $0.score < score }) ?? true else { return .pass }
        best = (best?.end ?? time + window.boundedNanoseconds, score)
        return .keep
    }

    /// No more frames come: what is kept is a photo.
    mutating func finish() -> Decision {
        guard let best else { return .pass }
        return takeKept(at: best.end)
    }

    private mutating func takeKept(at time: Int64) -> Decision {
        took(at: time)
        best = nil
        return .takeKept
    }

    private mutating func took(at time: Int64) {
        count += 1
        // From when it should have been, so that late frames do not add up, unless a whole one is over.
        let interval = max(0, settings.interval.boundedNanoseconds)
        let isOver = due.map { time - $0 >= interval } ?? true
        due = (isOver ? time : due ?? time) + interval
    }
}

extension FaceObservation {
    /// The faces that the detector saw in this frame.
    var observedFaces: [MetadataFaceObject] { faces.filter { $0.state == .observed } }
}
