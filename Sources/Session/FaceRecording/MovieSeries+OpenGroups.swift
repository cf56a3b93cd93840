// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues

extension MovieSeries {
    /// Tells once that frames lie in the file that follows theirs: they come behind its key frame and are shown before
    /// it, and are decoded only with what is in the file before.
    func tellIfBeforeItsFile(_ recorded: RecordedSample, _ movie: OpenMovie) {
        guard !hasToldOpenGroup, recorded.track == leader, movie.follows,
            recorded.sample.shownTime < movie.beginning
        else { return }
        hasToldOpenGroup = true
        let second = FixedDecimal(movie.beginning.seconds, decimals: 3)?.text ?? ""
        report(
            .warning(
                FacecapError(
                    .formatUnsupported,
                    "Frames just before the split at \(second) s can only be decoded with both files, as the source's"
                        + " groups of frames overlap: join the files to show them, or encode the frames."
                )))
    }
}
