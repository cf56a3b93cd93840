// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

extension RecordingPipeline {
    /// Begins and ends files by the faces, once the frames of their time are encoded.
    func triggerFiles(until horizon: MediaTime?) throws(FacecapError) {
        while let (time, hasFaces) = sightings.first, let horizon, time <= horizon {
            sightings.removeFirst()
            switch trigger?.observe(hasFaces: hasFaces, at: time) {
            case .begin(let start): try series?.begin(from: start)
            case .end:
                series?.end(at: time)
                // The next file may begin with what is kept from here on.
                keyFrames.demand()
            case .nothing, nil: break
            }
        }
    }

    /// Ends the file of faces where no frames came for longer than it goes on without faces: as long after the last
    /// one as after a face.
    ///
    /// - Parameter time: that of the first frame after the gap.
    func endVisit(beforeFrameAt time: MediaTime) {
        guard case .faces(_, let postRoll) = settings.trigger, let lastTime,
            lastTime.advanced(by: max(postRoll, PreRollBuffer.longestFrame)) < time
        else { return }
        // The last one itself belongs to the file.
        endVisit(at: lastTime.advanced(by: max(postRoll, encoder.usualDuration)))
    }

    /// The same where a camera's audio goes on so far without frames that they are no longer waited for.
    func endVisit(beforeAudioAt time: MediaTime) {
        guard encoder.isLive, case .faces(_, let postRoll) = settings.trigger,
            let end = lastTime?.advanced(by: max(postRoll, encoder.usualDuration)),
            end.advanced(by: MovieSeries.maximumLead) < time
        else { return }
        endVisit(at: end)
    }

    /// Ends the file that is open; the trigger hears of it once it is known what was found in the frames before.
    private func endVisit(at time: MediaTime) {
        series?.end(at: time)
        endOfVisit = time
        keyFrames.demand()
    }
}
