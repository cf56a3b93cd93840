// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues
internal import MovieWriting

extension MovieWriter.TrackDescription {
    /// The track in a file whose audio goes on from an earlier one: primed by its last packet, or not at all.
    func primed(by packet: EncodedSample?) -> MovieWriter.TrackDescription {
        guard case .audio(let format) = content else { return self }
        let priming = packet?.duration.map { $0.seconds * Double(format.sampleRate) } ?? 0
        return MovieWriter.TrackDescription(
            content: .audio(
                EncodedSample.AudioFormat(
                    codec: format.codec, sampleRate: format.sampleRate,
                    channelCount: format.channelCount, configuration: format.configuration,
                    primingFrameCount: Int(priming.rounded()))),
            timescale: timescale)
    }
}
