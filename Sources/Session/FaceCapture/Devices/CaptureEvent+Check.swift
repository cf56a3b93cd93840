// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues

extension CaptureEvent {
    /// Throws `mediaDamaged` where a source gives a time or a count that nothing can be computed with.
    func check() throws(FacecapError) {
        switch self {
        case .video(let sample), .depth(let sample):
            try Self.check([
                sample.presentationTime, sample.duration,
                MediaTime(value: sample.captureNanoseconds, timescale: 1_000_000_000),
            ])
        case .audio(let sample): try Self.check([sample.presentationTime])
        case .encoded(let sample, _):
            try Self.check([sample.presentationTime, sample.decodeTime, sample.duration])
        case .dropped(_, let time): try Self.check([time])
        case .lost(let count), .lostAudio(let count):
            guard 0...(1 << 40) ~= count else {
                throw FacecapError(
                    .mediaDamaged,
                    "The source says that it lost \(count.counted("frame")), which cannot be; have it count them again."
                )
            }
        case .interrupted, .interruptionEnded, .warning: break
        }
    }

    private static func check(_ times: [MediaTime?]) throws(FacecapError) {
        for case let time? in times where !time.isBelievable {
            throw FacecapError(
                .mediaDamaged,
                "The source gives a sample the time \(time.value)/\(time.timescale) s, which is more than 2^32 s"
                    + " from zero; have it count from nearer.")
        }
    }
}
