// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import MovieReading

/// Counts the frames of a video track in the order in which they are shown, as far as they are asked
/// for.
struct FrameOrder {
    private let track: MovieTrack
    private var cursor: MovieSample.Cursor?
    /// Times of frames that were decoded and not shown yet, in ticks of the track, ascending.
    private var waiting: [Int64] = []
    private var shownCount = 0
    /// When the frame is shown that is decoded first. Frames that are decoded after it and shown before it, and before the
    /// movie begins, need some that a cut left out: no reader shows them.
    private var first: Int64?
    /// By how many ticks the first frame is shown after the edits show anything: an edit may begin between two frames. Readers
    /// of frames, such as FFmpeg, count times from the first one.
    private var delay: Int64?

    /// Frames that may be decoded before an earlier one is shown: twice what H.264 and HEVC allow.
    private static let reordered = 32
    /// The frame that is shown now, in ticks of the track.
    private var lastShown: Int64?
    /// Times of tracks with different scales are the same within this, in seconds, and within less than half a frame.
    private static let tolerance = 0.0005

    init(of track: MovieTrack, in movie: MovieReader) {
        self.track = track
        cursor = movie.samples(of: track)
    }

    /// When the first frame is shown on the time line of the movie, and by how much that is after the edits show
    /// anything; `nil` without frames.
    var beginning: (time: MediaTime, delay: MediaTime)? {
        mutating get {
            guard shownCount == 0, let first = nextShown else { return nil }
            return (
                MediaTime(value: first, timescale: track.timescale),
                MediaTime(value: delay ?? 0, timescale: track.timescale)
            )
        }
    }

    /// The index of the frame that is shown at a time, from 0, as readers of frames count times; `nil` before the
    /// first one. Times have to come in ascending order. A damaged track ends where the damage is.
    mutating func index(at time: MediaTime) -> Int? {
        let ticks = time.seconds * Double(track.timescale)
        while let next = nextShown {
            let frame = lastShown.map { Double(next) - Double($0) } ?? .infinity
            let tolerance = min(Self.tolerance * Double(track.timescale), frame * 0.49)
            guard Double(next - (delay ?? 0)) <= ticks + tolerance else { break }
            lastShown = waiting.removeFirst()
            shownCount += 1
        }
        return shownCount > 0 ? shownCount - 1 : nil
    }

    /// The time of the next frame to be shown.
    private var nextShown: Int64? {
        mutating get {
            while waiting.count <= Self.reordered, let sample = try? cursor?.next() {
                guard let time = track.presentationTime(ofMediaTime: sample.presentationMediaTime)
                else { continue }
                let begin = min(0, first ?? time.value)
                first = first ?? time.value
                guard time.value >= begin else { continue }
                let place = waiting.lastIndex { $0 <= time.value }.map { $0 + 1 } ?? 0
                waiting.insert(time.value, at: place)
            }
            if delay == nil, let first = waiting.first {
                delay = track.emptyDuration.map { max(0, first - $0) } ?? 0
            }
            return waiting.first
        }
    }
}
