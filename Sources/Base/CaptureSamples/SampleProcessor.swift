// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// Makes other samples of those of a source: something drawn on its frames, something covered, a tone in
/// the place of its audio.
///
/// Each function is called once for each sample, in the source's order, on its capture thread. What it
/// throws ends the stream: nothing leaves unprocessed.
package protocol SampleProcessor: AnyObject, Sendable {
    /// The kinds of samples that are changed.
    var mediaTypes: Set<MediaType> { get }
    /// What becomes of the next frame.
    func process(_ sample: VideoSampleBuffer) throws(FacecapError) -> VideoSampleBuffer
    /// What becomes of the next stretch of audio.
    func process(_ audio: AudioSampleBuffer) throws(FacecapError) -> AudioSampleBuffer
    /// Takes notice of what the user should know of the samples.
    func note(_ warning: FacecapError)
}

extension SampleProcessor {
    /// Frames stay as they are.
    package func process(_ sample: VideoSampleBuffer) throws(FacecapError) -> VideoSampleBuffer {
        sample
    }

    /// Audio stays as it is.
    package func process(_ audio: AudioSampleBuffer) throws(FacecapError) -> AudioSampleBuffer {
        audio
    }

    /// Samples alone matter.
    package func note(_ warning: FacecapError) {}
}
