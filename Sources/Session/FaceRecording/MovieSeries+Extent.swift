// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues

extension MovieSeries {
    /// The bytes in all files, a little more than there are.
    var byteCount: Int64 {
        movies.reduce(finished.byteCount) { $0 + $1.byteCount }
    }

    /// The same once everything is in them that waits for its frames.
    var expectedByteCount: Int64 { byteCount + (isTaking ? outstandingByteCount() : 0) }

    /// The media time in all files.
    var duration: MediaTime {
        movies.reduce(finished.duration) { $0.advanced(by: duration(of: $1)) }
    }

    /// How long the frames of a file are: to those of the next one where that follows.
    func duration(of movie: OpenMovie) -> MediaTime {
        let file = files.last { $0.path == movie.path }
        return file.flatMap { file in file.end?.since(file.start) } ?? movie.duration
    }

    /// The media time in all files once a frame that is not encoded yet is in them; `nil` while the encoder holds back all
    /// frames of the first one.
    func duration(until time: MediaTime) -> MediaTime? {
        guard hasBegun || settings.trigger != .always else { return nil }
        guard let open = movies.last, open.end == nil, let newest = open.newestTime else {
            return duration
        }
        return duration.advanced(by: time.since(newest))
    }

    /// Whether frames that the encoder holds back may fill the open file to the size at which the next one begins.
    ///
    /// - Parameter count: how many it holds.
    func mayBeFull(holding count: Int) -> Bool {
        guard case .byteCount(let most) = settings.split, let open = movies.last, open.end == nil
        else { return false }
        let frameCount = open.sampleCount(of: leader)
        // The first frame is far larger than those behind it.
        guard frameCount > 4 else { return false }
        let held = open.byteCount / Int64(frameCount) * Int64(count + 1) * 5 / 4
        return open.byteCount + outstandingByteCount() + held > most
    }

    /// What is not in the files yet of the time before `time`: what waits for its frames, and the faces of frames
    /// that nobody has told so far.
    func outstandingByteCount(before time: MediaTime? = nil) -> Int64 {
        let waiting = early.filter { recorded in
            time.map { recorded.sample.presentationTime < $0 } ?? true
        }
        let bytes = waiting.reduce(0) { $0 + MovieSize.cost(of: $1.sample) }
        guard leader != .faces, tracks.contains(.faces), let open = movies.last else {
            return bytes
        }
        let told = open.sampleCount(of: .faces) + waiting.count { $0.track == .faces }
        return bytes + Int64(max(0, open.sampleCount(of: leader) - told)) * largestFaces
    }

    /// Whether a frame is left out, as the files have no room for it and what belongs to it; so are all later ones.
    func leavesOut(_ frame: RecordedSample) -> Bool {
        if limit == nil {
            if isTooLong(with: frame) {
                limit = RecordingLimits.duration
            } else if isTooLarge(with: frame) {
                limit = RecordingLimits.size
            }
        }
        return limit != nil
    }

    /// Whether a sample belongs to frames that are left out.
    func isBehindLimit(_ recorded: RecordedSample) -> Bool {
        guard limit != nil, let newest = movies.last?.newestTime else { return false }
        return newest < recorded.sample.presentationTime
    }

    /// Whether the files would hold too much time with a frame, which may have been kept for them.
    private func isTooLong(with frame: RecordedSample) -> Bool {
        guard let most = settings.maximumDuration, isTaking, settings.trigger != .always,
            let length = duration(until: frame.sample.presentationTime)
        else { return false }
        return most <= length
    }

    private func isTooLarge(with frame: RecordedSample) -> Bool {
        guard let most = settings.maximumByteCount else { return false }
        let isAhead = isAheadOfFrames(frame)
        reordered.now = isAhead ? 0 : reordered.now + MovieSize.cost(of: frame.sample)
        reordered.most = max(reordered.most, reordered.now)
        guard hasBegun, isAhead, isTaking else { return false }
        let time = frame.sample.presentationTime
        let expected =
            byteCount + outstandingByteCount(before: time) + MovieSize.cost(of: frame.sample)
        return expected + reordered.most + largestFaces + RecordingLimits.smallReserve > most
    }
}
