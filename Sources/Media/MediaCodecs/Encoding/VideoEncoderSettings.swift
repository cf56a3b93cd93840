// SPDX-License-Identifier: Apache-2.0
public import CaptureSamples
public import FaceValues

/// How frames are to be encoded.
public struct VideoEncoderSettings: Sendable, Hashable {
    /// Frames a second that can be encoded, at most.
    package static let largestFrameRate = 10_000.0

    /// A codec's name, `h264`, `hevc` or `av1`, or the name that libavcodec has for one of its encoders, such as
    /// `libx264`.
    public var codec: String
    /// Bits a second on average or, beside ``quality``, at most: 1,000...1,000,000,000; `nil` leaves it
    /// to the quality.
    public var bitRate: Int?
    /// The encoder's own number for a constant quality, 0...51, lower is better; `nil` is the encoder's
    /// default, 23 for `libx264`.
    public var quality: Double?
    /// The longest time between frames at which decoding can begin, longer than 0.
    public var keyFrameInterval: MediaTime
    /// A profile by the encoder's name for it, such as `main`; `nil` is the encoder's choice.
    public var profile: String?
    /// A compromise of speed and size by the encoder's name for it; `nil` is `veryfast` for `libx264` and
    /// `libx265`, 10 of 13 for `libsvtav1`, and the encoder's default for others.
    public var preset: String?
    /// Whether a frame comes out as soon as it went in; then no frame refers to a later one. `libsvtav1` and
    /// `librav1e` hold a few frames back all the same. `librav1e` and `libaom-av1` then run at their fastest setting.
    public var isRealTime: Bool
    /// Threads, 1...128; `nil` is the encoder's choice.
    public var threads: Int?
    /// Frames in a row that refer to later ones, 0...16; `nil` is the encoder's choice. In real time
    /// there are none.
    public var bFrames: Int?
    /// How luma and chroma follow from red, green and blue, a code of ISO/IEC 23091-2: 6 as cameras and
    /// JPEG have it (BT.601), 1 as high-definition videos have it (BT.709), 9 for BT.2020; `nil` for that of
    /// the frames. It is written into the stream, and frames of another one are converted.
    public var matrix: UInt16?

    /// How frames are to be encoded: by `libx264`, with a key frame every 2 s.
    public init(
        codec: String = "libx264", bitRate: Int? = nil, quality: Double? = nil,
        keyFrameInterval: MediaTime = MediaTime(value: 2, timescale: 1), profile: String? = nil,
        preset: String? = nil, isRealTime: Bool = false, threads: Int? = nil, bFrames: Int? = nil,
        matrix: UInt16? = nil
    ) {
        self.codec = codec
        self.bitRate = bitRate
        self.quality = quality
        self.keyFrameInterval = keyFrameInterval
        self.profile = profile
        self.preset = preset
        self.isRealTime = isRealTime
        self.threads = threads
        self.bFrames = bFrames
        self.matrix = matrix
    }

    /// How frames are to be encoded, by the encoder that this machine has for a codec.
    public init(videoCodec: EncodedSample.VideoFormat.Codec) {
        self.init(codec: videoCodec.rawValue)
    }

    /// Which codec is asked for; `nil` where ``codec`` names an encoder that libavcodec does not have.
    public var videoCodec: EncodedSample.VideoFormat.Codec? {
        get { EncoderCatalogue.videoEncoder(EncoderCatalogue.encoderName(for: codec))?.codec }
        set { if let newValue { codec = newValue.rawValue } }
    }

    /// Throws `invalidArgument` for what no encoder can do.
    func validate() throws(FacecapError) {
        func require(_ isValid: Bool, _ problem: @autoclosure () -> String) throws(FacecapError) {
            if !isValid { throw FacecapError(.invalidArgument, problem()) }
        }
        try require(
            bitRate.map { 1000...1_000_000_000 ~= $0 } ?? true,
            "The bit rate \(bitRate ?? 0) is outside 1000...1000000000 bits a second; choose another."
        )
        try require(
            quality.map { 0...51 ~= $0 } ?? true,
            "The quality \(quality ?? 0) is outside 0...51; choose another, lower is better.")
        try require(
            keyFrameInterval.value > 0,
            "The time between key frames has to be longer than 0; choose 2 seconds.")
        try require(
            threads.map { 1...128 ~= $0 } ?? true,
            "The number of encoder threads, \(threads ?? 0), is outside 1...128; choose another.")
        try require(
            bFrames.map { 0...16 ~= $0 } ?? true,
            "The number of B-frames in a row, \(bFrames ?? 0), is outside 0...16; choose another.")
        try require(
            matrix.map { [1, 5, 6, 9].contains($0) } ?? true,
            "The color matrix \(matrix ?? 0) is unknown; choose 6 (BT.601), 1 (BT.709) or 9 (BT.2020)."
        )
    }
}
