// SPDX-License-Identifier: Apache-2.0
public import FaceValues

/// One encoded frame or one encoded packet of audio, as it lies in a movie.
public struct EncodedSample: Sendable, Hashable {
    /// What the decoder is given: H.264 and HEVC with the length of each NAL unit in four bytes before
    /// it (ISO/IEC 14496-15), AV1 without temporal delimiters, AAC without ADTS headers, Opus packets.
    public let bytes: [UInt8]
    /// When it is shown or heard; negative where it is decoded for others' sake alone: a frame that
    /// an edit list cuts off, audio before the priming is over.
    public let presentationTime: MediaTime
    /// When it must be decoded: strictly increasing within a track, on the scale of ``presentationTime``.
    public let decodeTime: MediaTime
    /// How long it lasts, where that is known.
    public let duration: MediaTime?
    /// Whether decoding can begin here.
    public let isSync: Bool
    /// Until when nothing is shown, of a frame that is decoded for others' sake alone; `nil` of one that is shown.
    package var hiddenUntil: MediaTime?
    /// Whether it does not go with the format that its source told of: a camera came back with another encoding.
    package var hasOtherFormat = false

    /// One encoded frame or packet of audio; `decodeTime` is `presentationTime` unless given.
    public init(
        bytes: [UInt8], presentationTime: MediaTime, decodeTime: MediaTime? = nil,
        duration: MediaTime? = nil, isSync: Bool = true
    ) {
        self.bytes = bytes
        self.presentationTime = presentationTime
        self.decodeTime = decodeTime ?? presentationTime
        self.duration = duration
        self.isSync = isSync
    }

    /// When it is shown or, where it is not, what follows it.
    package var shownTime: MediaTime { hiddenUntil ?? presentationTime }

    /// The sample with its times so much later.
    package func advanced(by duration: MediaTime) -> EncodedSample {
        var later = EncodedSample(
            bytes: bytes, presentationTime: presentationTime.advanced(by: duration),
            decodeTime: decodeTime.advanced(by: duration), duration: self.duration, isSync: isSync)
        later.hiddenUntil = hiddenUntil?.advanced(by: duration)
        later.hasOtherFormat = hasOtherFormat
        return later
    }
}

extension FacecapError {
    /// A camera came back with another encoding, in the middle of what is copied.
    package static var changedEncoding: FacecapError {
        FacecapError(
            .formatUnsupported,
            "The camera came back with another encoding, which cannot follow in a recording of copied samples:"
                + " open the camera again for another one, or let the recording encode.")
    }
}
