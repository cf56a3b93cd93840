// SPDX-License-Identifier: Apache-2.0
package import FaceValues

extension CaptureEvent {
    /// The time stamp of the sample the event brings, if it brings one: of one that is only decoded, of what it is for.
    package var sampleTime: MediaTime? {
        switch self {
        case .video(let sample), .depth(let sample): sample.presentationTime
        case .audio(let sample): sample.presentationTime
        case .encoded(let sample, _): sample.shownTime
        case .dropped(_, let time): time
        case .lost, .interrupted, .interruptionEnded, .lostAudio, .warning: nil
        }
    }

    /// The event with the times of its sample so much later.
    package func advanced(by duration: MediaTime) -> CaptureEvent {
        switch self {
        case .video(let sample):
            .video(sample.moved(to: sample.presentationTime.advanced(by: duration)))
        case .depth(let sample):
            .depth(sample.moved(to: sample.presentationTime.advanced(by: duration)))
        case .audio(let sample):
            .audio(
                sample.replacing(
                    presentationTime: sample.presentationTime.advanced(by: duration)))
        case .encoded(let sample, let mediaType):
            .encoded(sample.advanced(by: duration), mediaType)
        case .dropped(let reason, let time):
            .dropped(reason, presentationTime: time.advanced(by: duration))
        case .lost, .interrupted, .interruptionEnded, .lostAudio, .warning: self
        }
    }
}
