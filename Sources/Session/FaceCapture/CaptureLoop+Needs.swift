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
