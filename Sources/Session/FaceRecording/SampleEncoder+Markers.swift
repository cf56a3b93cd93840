// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceCapture
internal import FaceValues
internal import TimedMetadata

extension SampleEncoder {
    /// The sample of a text that a user put in.
    func encode(marker text: String, at time: MediaTime) -> RecordedSample {
        RecordedSample(
            track: .markers,
            sample: EncodedSample(
                bytes: markers.encode([(ClientMetadataFormat.markerKey, text)]),
                presentationTime: time))
    }

    /// The sample that says when a still frame was taken.
    func encode(stillImageTime time: MediaTime) -> RecordedSample {
        RecordedSample(
            track: .stillImageTime,
            sample: EncodedSample(
                bytes: StillImageTimeFormat.sample, presentationTime: time, duration: frameDuration)
        )
    }

    /// The sample of a stretch without frames that begins at `time`.
    func encode(_ gap: CaptureDelivery.Gap, at time: MediaTime) -> RecordedSample? {
        guard let duration = gap.duration, let seconds = FixedDecimal(duration.seconds, decimals: 6)
        else { return nil }
        let value = "\(seconds.text) \(gap.reason)"
        return RecordedSample(
            track: .markers,
            sample: EncodedSample(
                bytes: markers.encode([(ClientMetadataFormat.gapKey, value)]),
                presentationTime: time))
    }
}
