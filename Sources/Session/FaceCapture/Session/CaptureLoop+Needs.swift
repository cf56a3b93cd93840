// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues
import Synchronization

extension CaptureLoop {
    /// Tells a source which samples somebody needs, when that is not what it was told last.
    func sayWhatIsTaken(to source: any CaptureSource, _ told: inout Set<MediaType>?) {
        var taken: Set<MediaType> = []
        for route in routes.withLock({ $0 }) where route.connection.isEnabled {
            let mediaType = route.connection.mediaType
            if route.output.neededMediaTypes.contains(mediaType) { taken.insert(mediaType) }
        }
        guard taken != told else { return }
        told = taken
        source.needsSamples(of: taken)
    }

    /// Whether audio that is taken may follow behind the last frame; a live source has it beside the frames.
    func awaitsAudio(
        of source: OpenSource, _ taken: Set<MediaType>?, _ progress: CaptureProgress
    ) -> Bool {
        !source.isLive && !progress.isAudioOver && source.mediaTypes.contains(.audio)
            && taken?.contains(.audio) == true
    }

    /// The next event; `nil` at the end. Behind the last frame that is wanted a failure is a warning, and the end.
    func nextEvent(
        of reader: any CaptureSource, _ progress: CaptureProgress,
        _ didReceive: (CaptureDelivery.Notice) -> Void
    ) throws(FacecapError) -> CaptureEvent? {
        do throws(FacecapError) {
            try MemoryCheck.requireRoom(for: "the next image")
            guard let event = try reader.nextEvent() else { return nil }
            try event.check()
            return event
        } catch {
            guard progress.isOver else { throw error }
            notify(.warning(error), didReceive)
            return nil
        }
    }

    /// Tells a source how large frames have to be, when that is not what it was told last.
    func sayWhatIsNeeded(to source: any CaptureSource, _ told: inout Int?) {
        let needs = routes.withLock { routes in
            routes.filter { $0.connection.mediaType == .video }.map(\.output.neededLongerSide)
        }
        // Of a zoomed frame a part is seen.
        let needed = needs.contains(nil) || !zoom.isNone ? nil : needs.compactMap(\.self).max()
        guard needed != told else { return }
        told = needed
        source.needsFrames(ofLongerSide: needed)
    }
}
