// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues
internal import MovieBoxes

extension EncodedSample.VideoFormat {
    /// Pixels a row, were they as wide as high, as far as a header can say it.
    fileprivate var displayedWidth: Int {
        let width = UInt64(width) * UInt64(pixelAspectRatio.horizontalSpacing)
        return Int(min(max(1, width / UInt64(pixelAspectRatio.verticalSpacing)), 0xFFFF))
    }
}

extension MovieWriter.TrackDescription {
    /// Whether the movie's start waits for the track.
    var isMetadata: Bool {
        if case .metadata = content { true } else { false }
    }

    /// Whether the track holds audio.
    var isAudio: Bool {
        if case .audio = content { true } else { false }
    }

    /// Whether the track holds frames.
    var isVideo: Bool {
        if case .video = content { true } else { false }
    }

    /// What decoders drop at the start of audio, in ticks of the track.
    var primingTicks: Int64 {
        guard case .audio(let format) = content else { return 0 }
        return MediaTime(
            value: Int64(format.primingFrameCount), timescale: Int32(clamping: format.sampleRate)
        ).ticks(perSecond: timescale) ?? 0
    }

    /// How long a sample lasts when nothing tells: a packet of audio as its codec has it, else 1/30 s.
    var usualSampleTicks: UInt32 {
        let time: MediaTime =
            if case .audio(let format) = content {
                switch format.codec {
                case .aac: MediaTime(value: 1024, timescale: Int32(clamping: format.sampleRate))
                case .opus: MediaTime(value: 960, timescale: 48_000)
                }
            } else {
                MediaTime(value: 1, timescale: 30)
            }
        return UInt32(clamping: max(1, time.ticks(perSecond: timescale) ?? 1))
    }

    /// What the movie says of the track at `index` beside its samples and edits.
    func header(index: Int, fileType: MovieFileType, creationTime: UInt64) -> MovieTrackHeader {
        var entry = BoxWriter()
        var header: MovieTrackHeader
        let id = UInt32(truncatingIfNeeded: index + 1)
        switch content {
        case .video(let format):
            VisualSampleEntry(format: format, fileType: fileType).write(to: &entry)
            header = MovieTrackHeader(
                id: id, handler: "vide", name: "Video", timescale: timescale,
                sampleEntries: entry.bytes)
            let width = format.displayedWidth
            header.matrix = TransformationMatrix(
                orientation: format.orientation, width: width, height: format.height)
            header.width = UInt32(truncatingIfNeeded: width) << 16
            header.height = UInt32(truncatingIfNeeded: format.height) << 16
        case .audio(let format):
            AudioSampleEntry(format: format, fileType: fileType).write(to: &entry)
            header = MovieTrackHeader(
                id: id, handler: "soun", name: "Sound", timescale: timescale,
                sampleEntries: entry.bytes)
        case .metadata(let bytes, let name, let described):
            header = MovieTrackHeader(
                id: id, handler: "meta", name: name, timescale: timescale, sampleEntries: bytes)
            if let described {
                let described = UInt32(truncatingIfNeeded: described + 1)
                header.references = [MovieTrackReference(type: "cdsc", trackIDs: [described])]
            }
        }
        header.creationTime = creationTime
        return header
    }
}
