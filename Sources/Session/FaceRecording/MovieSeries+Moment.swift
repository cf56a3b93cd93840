// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues

extension MovieSeries {
    /// Writes a file of what lies around a moment, of which all may be kept already, and a sample that tells of it.
    ///
    /// Throws `formatUnsupported` where none of its frames is kept any more: the next one was far away.
    func record(
        from start: MediaTime, until end: MediaTime, with sample: RecordedSample
    ) throws(FacecapError) {
        guard !isTaking else { return }
        isTaking = true
        let kept = takeKept(from: start)
        let endIndex = kept.firstIndex { $0.track == leader && end <= $0.sample.decodeTime }
        if let endIndex, !kept[..<endIndex].contains(where: { $0.track == leader }) {
            isTaking = false
            throw FacecapError(
                .formatUnsupported,
                "The frames around the photo are too far apart for a movie; take photos with more frames a second, or"
                    + " without a movie.")
        }
        for recorded in kept[..<(endIndex ?? kept.count)] { try append(recorded) }
        // Before what comes later: with that the file is complete.
        try append(sample)
        self.end(at: end)
        for recorded in kept[(endIndex ?? kept.count)...] { try append(recorded) }
    }
}
