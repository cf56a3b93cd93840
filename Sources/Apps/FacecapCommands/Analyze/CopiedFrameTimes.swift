// SPDX-License-Identifier: Apache-2.0
import Facecap
import SystemSupport

/// When the frames of a movie in fragments are shown in its copy, which is a plain movie.
///
/// FFmpeg shifts the times of fragments whose frames are shown before they are decoded, some of them by other times
/// than the rest: where they are read and where the copy is, frames have the same order alone.
struct CopiedFrameTimes {
    private let movie: String
    private let times: [MediaTime]
    private var frameCount = 0
    private var isMoved = false

    /// Nanoseconds: room for the rounding of times between the scales of two tracks.
    private static let tolerance: Int64 = 2_000_000

    /// `nil` where the frames stay as they are: those of a plain movie, and of another kind of video.
    init?(ofMovie path: String, isolation: IsolatedFileInput.Isolation?) {
        guard let editor = try? MovieEditor(path: path), editor.reader.isFragmented else {
            return nil
        }
        let media = try? MediaFileInspection.of(path: path, isolation: isolation)
        guard let times = try? editor.rebuiltFrameTimes(of: media?.decodedTrack?.id) else {
            return nil
        }
        self.init(movie: path, times: times)
    }

    /// The times of a movie's frames in their order.
    init(movie: String, times: [MediaTime]) {
        self.movie = movie
        self.times = times
    }

    /// When a frame is shown in the copy; `nil` where that does not have it.
    func time(ofFrame number: Int) -> MediaTime? {
        times.indices.contains(number) ? times[number] : nil
    }

    /// Gives the next frame the time that it has in the copy.
    mutating func move(_ observation: inout FaceObservation) {
        let number = observation.frame.number
        frameCount = max(frameCount, number + 1)
        // The copy does not have the frames of a fragment that is not whole.
        guard let time = time(ofFrame: number) else { return }
        let distance = time.since(observation.presentationTime)
        guard abs(distance.nanoseconds) > Self.tolerance else { return }
        isMoved = true
        observation.presentationTime = time
    }

    /// Throws where frames were moved that may be others than those of the copy.
    func check() throws(FacecapError) {
        guard isMoved, frameCount != times.count else { return }
        throw FacecapError(
            .mediaUnreadable,
            "It is not known which faces belong to which frames of \(movie): its fragments have"
                + " \(times.count.counted("frame")), and \(frameCount) are read. Make a plain movie of it with `facecap"
                + " remux \(movie.shellWord) OUT.mp4`, and analyze that.")
    }
}
