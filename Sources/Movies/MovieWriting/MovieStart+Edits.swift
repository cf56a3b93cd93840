// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import MovieBoxes

extension MovieStart.Track {
    /// The edits of a track whose samples come in fragments.
    func edits(movieTimescale: Int32) -> [MovieEdit] {
        edits(duration: 0, mediaTime: mediaTime, movieTimescale: movieTimescale, isNeeded: false)
    }

    /// The edits of a finished track. Frames are shown at their media time: no edit skips anything but those that
    /// are there to be decoded only.
    func edits(
        of samples: SampleTable, description: MovieWriter.TrackDescription, hidesFrames: Bool,
        movieTimescale: Int32
    ) -> [MovieEdit] {
        let mediaTime = description.isVideo ? hiddenTicks : mediaTime
        return edits(
            duration: Int64(
                clamping: samples.duration(
                    fromMediaTime: mediaTime, scale: description.timescale, to: movieTimescale)),
            mediaTime: mediaTime, movieTimescale: movieTimescale,
            isNeeded: description.isMetadata || hidesFrames)
    }

    private func edits(
        duration: Int64, mediaTime: Int64, movieTimescale: Int32, isNeeded: Bool
    ) -> [MovieEdit] {
        let delay = max(0, delay.ticks(perSecond: movieTimescale) ?? 0)
        guard delay > 0 || mediaTime > 0 || isNeeded else { return [] }
        let edit = MovieEdit(segmentDuration: duration, mediaTime: mediaTime)
        return delay > 0 ? [MovieEdit(segmentDuration: delay, mediaTime: nil), edit] : [edit]
    }
}
