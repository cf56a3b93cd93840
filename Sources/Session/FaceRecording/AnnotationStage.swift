// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceCapture
internal import FaceOverlay
internal import FaceValues
internal import ImageDrawing

/// Where a recording's frames wait until it is known which faces are in them, which are drawn then; everything
/// else waits with them. Used by one thread.
struct AnnotationStage {
    /// A frame, and what came between it and the next one.
    private final class Waiting {
        let frame: CapturedFrame
        var followers: [RecordingItem] = []

        init(_ frame: CapturedFrame) { self.frame = frame }
    }

    /// Frames of a camera that may wait for a late detector: of more the oldest is recorded without faces.
    private static let liveCapacity = 30

    private var joiner: FrameJoiner<Waiting>
    private var newest: Waiting?
    private var annotator: FaceAnnotator

    init(_ settings: CaptureMovieFileOutput.Settings, isLive: Bool) {
        joiner = FrameJoiner(isObserved: true, capacity: isLive ? Self.liveCapacity : .max)
        annotator = FaceAnnotator(
            style: settings.overlayStyle, trailDuration: settings.trailDuration)
    }

    /// Takes the next thing; what need not wait any longer, in order.
    mutating func receive(_ item: RecordingItem) -> [RecordingItem] {
        var ready: [RecordingItem] = []
        switch item {
        case .frame(let frame):
            let waiting = Waiting(frame)
            joiner.append(waiting, of: frame.header)
            newest = waiting
        case .observation(let observation): joiner.append(observation)
        case .missing(let header):
            joiner.append(nil, of: header)
            follow(item, &ready)
        case .endOfObservations:
            joiner.endObservations()
            follow(item, &ready)
        case .audio, .encoded, .failure, .notice, .request, .connections: follow(item, &ready)
        }
        return ready + release()
    }

    /// Everything that waits, as nothing more will be known.
    mutating func finish() -> [RecordingItem] {
        joiner.endObservations()
        return release()
    }

    /// Lets something go after the newest frame, or at once where none waits.
    private func follow(_ item: RecordingItem, _ ready: inout [RecordingItem]) {
        if let newest { newest.followers.append(item) } else { ready.append(item) }
    }

    private mutating func release() -> [RecordingItem] {
        var ready: [RecordingItem] = []
        while let element = joiner.next() {
            guard case .frame(let observed) = element, let waiting = observed.frame else {
                continue
            }
            ready.append(drawn(waiting.frame, observed.observation))
            ready += waiting.followers
            if newest === waiting { newest = nil }
        }
        return ready
    }

    private mutating func drawn(
        _ frame: CapturedFrame, _ observation: FaceObservation?
    ) -> RecordingItem {
        do throws(FacecapError) {
            return .frame(
                frame.replacingSampleBuffer(
                    with: try annotator.annotate(frame.sampleBuffer, with: observation)))
        } catch {
            return .failure(error)
        }
    }
}
