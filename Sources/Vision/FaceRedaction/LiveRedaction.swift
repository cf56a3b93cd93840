// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// What of each frame of a live source has to be covered: a ``RedactionPlan`` that knows what comes a
/// little later, and forgets what was long ago.
///
/// Faces are followed in what the camera sees, as if nothing had ever been zoomed.
///
/// A pure value. A frame waits until what was found in those of the next
/// ``RedactionSettings/lookahead`` is known; one that cannot wait is covered by what is known then.
package struct LiveRedaction: Sendable {
    private var plan: RedactionPlan
    /// Until when everything is known.
    private(set) var horizon: MediaTime?
    /// Nothing is known of what was before.
    private var beginning: MediaTime?
    /// What the newest frame of which anything is known shows of what its camera sees.
    private var zoom: VideoZoom?

    /// Nothing is known at first.
    package init(settings: RedactionSettings) { plan = RedactionPlan(settings: settings) }

    /// How long frames wait.
    var lookahead: MediaTime { plan.settings.lookahead }

    /// Takes what is known of the next frame.
    package mutating func append(_ observation: FaceObservation) {
        zoom = observation.zoom
        var whole = observation
        if !observation.zoom.isNone {
            whole.faces = observation.faces.map(observation.zoom.wholeFromZoomed.apply)
        }
        plan.append(whole)
        horizon = max(horizon ?? observation.presentationTime, observation.presentationTime)
    }

    /// Whether all is known that a frame waits for.
    package func isReady(_ time: MediaTime) -> Bool {
        guard let horizon else { return false }
        return time.advanced(by: lookahead) <= horizon
    }

    /// What of a frame has to be covered, as far as that is known: the whole of one that is older than
    /// what was forgotten, or that shows another part of what the camera sees.
    ///
    /// - Parameters:
    ///   - size: of the stored frame, in pixels.
    ///   - frameZoom: that of the frame.
    package func cover(
        at time: MediaTime, in size: Size, zoom frameZoom: VideoZoom = .none
    ) -> FrameCover {
        if let beginning, time < beginning { return .wholeImage }
        if let zoom, zoom != frameZoom { return .wholeImage }
        let visible = frameZoom.visible
        let whole = Size(width: size.width / visible.width, height: size.height / visible.height)
        return plan.expectedCover(at: time, in: whole, showing: visible)
            .shifted(x: -visible.x * whole.width, y: -visible.y * whole.height)
    }

    /// Forgets what frames from `time` on do not need.
    package mutating func forget(before time: MediaTime) {
        guard beginning.map({ $0 < time }) ?? true else { return }
        plan.forget(before: time)
        beginning = time
    }
}
