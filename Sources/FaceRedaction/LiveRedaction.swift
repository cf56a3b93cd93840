public import FaceValues

/// What of each picture of a live source has to be covered: a ``RedactionPlan`` that knows what comes a
/// little later, and forgets what was long ago.
///
/// A pure value. A picture waits until what was found in those of the next
/// ``RedactionSettings/lookahead`` is known; one that cannot wait is covered by what is known then.
public struct LiveRedaction: Sendable {
    private var plan: RedactionPlan
    /// Until when everything is known.
    private var horizon: MediaTime?

    /// Nothing is known at first.
    public init(settings: RedactionSettings) { plan = RedactionPlan(settings: settings) }

    /// Takes what is known of the next picture.
    public mutating func append(_ observation: FaceObservation) {
        plan.append(observation)
        horizon = max(horizon ?? observation.presentationTime, observation.presentationTime)
    }

    /// Whether all is known that a picture waits for.
    public func isReady(_ time: MediaTime) -> Bool {
        guard let horizon else { return false }
        return time.advanced(by: plan.settings.lookahead) <= horizon
    }

    /// What of a picture has to be covered, as far as that is known; times have to ascend.
    ///
    /// - Parameter size: of the stored picture, in pixels.
    public mutating func cover(at time: MediaTime, in size: Size) -> FrameCover {
        plan.forget(before: time)
        return plan.expectedCover(at: time, in: size)
    }
}
