// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceCapture
internal import FaceValues

extension RecordingPipeline {
    /// A gap lies where the frame before it does, which is shown until the next one; what a pause takes of it is in no
    /// movie.
    func receive(_ gap: CaptureDelivery.Gap) {
        guard isTaking, lastTime != nil, let gapStart = gap.start else { return }
        turnPause(atEndOfGap: gap.end)
        let start = timeline.nearestMovieTime(of: gapStart)
        let end = timeline.nearestMovieTime(of: gap.end)
        endVisit(beforeFrameAt: end)
        guard start < end, let duration = FixedDecimal(end.since(start).seconds, decimals: 6) else {
            return
        }
        attempt { () throws(FacecapError) in
            let time = nextMarkerTime(after: start)
            try append([encoder.encode(gap: "\(duration.text) \(gap.reason)", at: time)])
        }
    }

    /// Frames are missing: the faces of the one before do not last until the next.
    func receiveUnobserved() { isUnobserved = true }

    /// The same for a frame that was kept from the detector, but is in the movie.
    func receiveUnobserved(at time: MediaTime) {
        isUnobserved = true
        guard let last = lastFaceTime, time > last else { return }
        lastFaceTime = nil
        attempt { () throws(FacecapError) in try append([encoder.encodeUnobserved(at: time)]) }
    }

    /// What ends the faces of the frame before, where frames are missing between it and `time`: those
    /// that a pause left out are not, for which there is no room between its two sides.
    func endOfFaces(before time: MediaTime) -> [RecordedSample] {
        defer { isUnobserved = false }
        let usual = encoder.usualDuration
        guard isUnobserved, let end = lastFaceTime?.advanced(by: usual),
            time.since(end).seconds > usual.seconds / 2
        else { return [] }
        return [encoder.encodeUnobserved(at: end)]
    }

    /// `time`, or just after the last marker: two samples of a track cannot begin at once.
    func nextMarkerTime(after time: MediaTime) -> MediaTime {
        let tick = MediaTime(value: 1, timescale: 1_000_000)
        let next = lastMarkerTime.map { max(time, $0.advanced(by: tick)) } ?? time
        lastMarkerTime = next
        return next
    }

    /// Black frames, one an hour, between the last frame and one that comes hours later: a movie holds
    /// no sample that lasts longer than 32 bits of ticks, which of a camera's are 71 minutes.
    ///
    /// Throws `mediaDamaged` where that is too late to be believed; of the first frame, behind the audio before it.
    func fillLongGap(
        until time: MediaTime, like image: PixelBuffer
    ) throws(FacecapError) {
        let hour = MediaTime(value: 3600, timescale: 1)
        guard let last = lastTime ?? encoder.audioEnd else { return }
        var next = last.advanced(by: hour)
        guard next < time else { return }
        let limit = encoder.isLive ? Self.longestGapOfCamera : Self.longestGapOfFile
        guard time.since(last).seconds <= Double(limit) else {
            throw FacecapError(
                .mediaDamaged,
                "The frame at \(time.seconds) s comes more than \(limit / 3600) hours after the "
                    + "\(lastTime == nil ? "audio" : "one") before; check its time stamp.")
        }
        guard lastTime != nil else { return }
        let black = Self.makeBlack(like: image)
        while next < time, isTaking {
            let sample = VideoSampleBuffer(
                pixelBuffer: black, presentationTime: next, captureNanoseconds: 0)
            try append(encoder.silence(until: next))
            guard isTaking else { return }
            try append(encoder.encode(sample, at: next, forcesKeyFrame: false))
            next = next.advanced(by: hour)
        }
    }

    /// Seconds: a camera may be away for long, but in a file somebody wrote a wrong time.
    private static let (longestGapOfCamera, longestGapOfFile) = (30 * 86400, 86400)

    private static func makeBlack(like image: PixelBuffer) -> PixelBuffer {
        let pool = PixelBufferPool(
            format: .gray8, width: image.width, height: image.height,
            isFullRange: image.isFullRange, matrix: image.matrix)
        return pool.makePixelBuffer { planes in
            for plane in planes {
                plane.bytes.initializeMemory(
                    as: UInt8.self, repeating: image.isFullRange ? 0 : 16,
                    count: plane.bytesPerRow * image.height)
            }
        }
    }
}
