// SPDX-License-Identifier: Apache-2.0
public import FaceValues

/// A stretch of audio with its time: interleaved 32-bit floats, nominally -1...1.
public struct AudioSampleBuffer: Sendable {
    /// `frameCount * channelCount` values, channel by channel within a sample frame.
    public let samples: [Float]
    /// Sample frames a second.
    public let sampleRate: Int
    /// Channels, at least 1.
    public let channelCount: Int
    /// The stream's own time stamp of the first sample frame.
    public let presentationTime: MediaTime

    /// Sample frames: one value a channel each.
    public var frameCount: Int { samples.count / channelCount }

    /// What the audio is like.
    package var format: AudioFormat {
        AudioFormat(sampleRate: sampleRate, channelCount: channelCount)
    }

    /// A stretch of audio.
    public init(
        samples: [Float], sampleRate: Int, channelCount: Int, presentationTime: MediaTime
    ) {
        precondition(channelCount > 0 && samples.count.isMultiple(of: channelCount))
        self.samples = samples
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        self.presentationTime = presentationTime
    }

    /// The same audio with other samples, or at another time.
    package func replacing(
        samples: [Float]? = nil, presentationTime: MediaTime? = nil
    ) -> AudioSampleBuffer {
        AudioSampleBuffer(
            samples: samples ?? self.samples, sampleRate: sampleRate, channelCount: channelCount,
            presentationTime: presentationTime ?? self.presentationTime)
    }
}
