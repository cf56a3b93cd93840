internal import FaceValues

extension MovieStart.Track {
    /// The edits of a track whose samples come in fragments.
    func edits(movieTimescale: Int32) -> [MovieEdit] {
        edits(duration: 0, mediaTime: mediaTime, movieTimescale: movieTimescale, isNeeded: false)
    }

    /// The edits of a finished track. Pictures are shown at their media time: no edit skips anything.
    func edits(
        of samples: SampleTable, description: MovieTrackDescription, movieTimescale: Int32
    ) -> [MovieEdit] {
        let mediaTime = description.isVideo ? 0 : mediaTime
        return edits(
            duration: samples.duration(
                fromMediaTime: mediaTime, scale: description.timescale, to: movieTimescale),
            mediaTime: mediaTime, movieTimescale: movieTimescale,
            isNeeded: description.isMetadata)
    }

    private func edits(
        duration: UInt64, mediaTime: Int64, movieTimescale: Int32, isNeeded: Bool
    ) -> [MovieEdit] {
        let delay = UInt64(max(0, delay.ticks(perSecond: movieTimescale) ?? 0))
        guard delay > 0 || mediaTime > 0 || isNeeded else { return [] }
        let edit = MovieEdit(duration: duration, mediaTime: mediaTime)
        return delay > 0 ? [MovieEdit(duration: delay, mediaTime: -1), edit] : [edit]
    }
}
