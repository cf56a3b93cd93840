// SPDX-License-Identifier: Apache-2.0
/// How audio is to be encoded.
public struct AudioEncoderSettings: Sendable, Hashable {
    /// The encoder by libavcodec's name: `aac` or `libopus`.
    public var codec: String
    /// Bits a second of all channels, 500...2,000,000; `nil` is 64,000 a channel for AAC, less at rates
    /// below 32,000 Hz, and the encoder's choice for Opus.
    public var bitRate: Int?

    /// How audio is to be encoded.
    public init(codec: String = "aac", bitRate: Int? = nil) {
        self.codec = codec
        self.bitRate = bitRate
    }
}
