// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// Decides at which frames the next file begins.
struct SplitPlan {
    private let rule: CaptureMovieFileOutput.Settings.Split?
    private var fileStart: MediaTime?
    private var groupStart: Int64 = 0
    private var largestGroup: Int64 = 0

    init(_ rule: CaptureMovieFileOutput.Settings.Split?) { self.rule = rule }

    /// A file begins at this time, and has so many bytes before its first frame.
    mutating func begin(at time: MediaTime, byteCount: Int64 = 0) {
        fileStart = time
        groupStart = byteCount
        largestGroup = 0
    }

    /// Whether the next file begins with the frame at `time`, with which decoding can begin.
    ///
    /// - Parameter byteCount: what the file has until then.
    mutating func splits(at time: MediaTime, byteCount: Int64) -> Bool {
        guard let fileStart else { return false }
        largestGroup = max(largestGroup, byteCount - groupStart)
        groupStart = byteCount
        switch rule {
        case .duration(let length): return fileStart.advanced(by: length) <= time
        // Room for a next group of frames that is a quarter larger than any before.
        case .byteCount(let most): return byteCount + largestGroup * 5 / 4 > most
        case nil: return false
        }
    }
}
