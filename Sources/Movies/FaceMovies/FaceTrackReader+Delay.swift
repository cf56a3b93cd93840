// SPDX-License-Identifier: Apache-2.0
package import FaceValues
internal import MovieReading
internal import TimedMetadata

extension FaceTrackReader {
    /// By how much the times of the faces are greater than those that readers such as FFmpeg give their frames: these
    /// count from the first frame that is shown, where an edit begins between two.
    ///
    /// It is 0 if the times of the faces count from the first frame as well, as in tracks of `analyze`: some of these
    /// faces begin before the first frame is shown.
    package var delay: MediaTime {
        guard let video else { return .zero }
        var order = FrameOrder(of: video, in: movie)
        guard let (first, delay) = order.beginning, delay > .zero, !hasFaces(before: first) else {
            return .zero
        }
        return delay
    }

    /// Whether a frame of the track begins before a time, by more than the rounding of times between two tracks.
    private func hasFaces(before time: MediaTime) -> Bool {
        let limit = time.since(MediaTime(value: 1, timescale: 2000))
        var (samples, bytes) = (movie.samples(of: track), MetadataSampleReader(of: movie))
        while let sample = try? samples.next() {
            guard let start = track.presentationTime(ofMediaTime: sample.presentationMediaTime)
            else { continue }
            guard start < limit else { return false }
            guard let content = try? bytes.readBytes(of: sample, in: track) else { return false }
            if content != FaceSampleEncoder.gap { return true }
        }
        return false
    }
}
