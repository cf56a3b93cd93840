public import FaceValues

/// What of each picture of a live source has to be covered: a ``RedactionPlan`` that knows what comes a
/// little later, and forgets what was long ago.
///
/// A pure value. A picture waits until what was found in those of the next
/// ``RedactionSettings/lookahead`` is known; one that cannot wait is covered by what is known then.
public struct LiveRedaction: Sendable {
    private var plan: RedactionPlan
    /// Until when everything is known.
    private(set) var horizon: MediaTime?
    /// Nothing is known of what was before.
    private var beginning: MediaTime?

    /// Nothing is known at first.
    public init(settings: RedactionSettings) { plan = RedactionPlan(settings: settings) }

    /// How long pictures wait.
    var lookahead: MediaTime { plan.settings.lookahead }

    /// Takes what is known of the next picture.
    public mutating func append(_ observation: FaceObservation) {
        plan.append(observation)
        horizon = max(horizon ?? observation.presentationTime, observation.presentationTime)
    }

    /// Whether all is known that a picture waits for.
    public func isReady(_ time: MediaTime) -> Bool {
        guard let horizon else { return false }
        return time.advanced(by: lookahead) <= horizon
    }

    /// What of a picture has to be covered, as far as that is known: the whole of one that is older than
    /// what was forgotten.
    ///
    /// - Parameter size: of the stored picture, in pixels.
    public func cover(at time: MediaTime, in size: Size) -> FrameCover {
        if let beginning, time < beginning { return .wholePicture }
        return plan.expectedCover(at: time, in: size)
    }

    /// Forgets what pictures from `time` on do not need.
    public mutating func forget(before time: MediaTime) {
        guard beginning.map({ $0 < time }) ?? true else { return }
        plan.forget(before: time)
        beginning = time
    }
}
