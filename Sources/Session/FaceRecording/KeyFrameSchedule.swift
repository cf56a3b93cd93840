// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// Decides which frames have to be such that decoding can begin with them; looks at frames as they
/// go into the encoder, which may hold many of them back.
struct KeyFrameSchedule {
    private let interval: MediaTime?
    private var next: MediaTime?
    private var isRequested = false
    private var isDemanded = false
    /// The newest frame with which decoding can begin for sure: the first one, or one that was wanted.
    private(set) var newest: MediaTime?

    /// - Parameter split: which files there are to be.
    init(_ split: CaptureMovieFileOutput.Settings.Split?) {
        if case .duration(let length) = split { interval = length } else { interval = nil }
    }

    /// Decoding has to be able to begin with the next frame, whatever else is due; files are counted from there.
    mutating func demand() { isDemanded = true }

    /// Whether decoding has to be able to begin with the next frame.
    ///
    /// - Parameter isAwaited: whether a file waits for such a frame; one is asked for, once.
    mutating func wantsKeyFrame(at time: MediaTime, isAwaited: Bool) -> Bool {
        let isDue = isDemanded || next.map { $0 <= time } ?? false
        let isWanted = isDue || isAwaited && !isRequested
        isRequested = isAwaited
        isDemanded = false
        if isDue || next == nil { next = interval.map { time.advanced(by: $0) } }
        if isWanted || newest == nil { newest = time }
        return isWanted
    }
}
