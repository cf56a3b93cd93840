// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues
internal import TimedMetadata

extension SampleEncoder {
    /// The sample of a text that a user put in.
    func encode(marker text: String, at time: MediaTime) -> RecordedSample {
        encode(text, key: ClientMetadataFormat.markerKey, at: time)
    }

    /// The sample of a stretch without frames that begins at `time`: its length, and the reason.
    func encode(gap text: String, at time: MediaTime) -> RecordedSample {
        encode(text, key: ClientMetadataFormat.gapKey, at: time)
    }

    private func encode(_ text: String, key: String, at time: MediaTime) -> RecordedSample {
        RecordedSample(
            track: .markers,
            sample: EncodedSample(bytes: markers.encode([(key, text)]), presentationTime: time))
    }

    /// The sample that says when a still frame was taken.
    func encode(stillImageTime time: MediaTime) -> RecordedSample {
        RecordedSample(
            track: .stillImageTime,
            sample: EncodedSample(
                bytes: StillImageTimeFormat.sample, presentationTime: time, duration: frameDuration)
        )
    }
}
