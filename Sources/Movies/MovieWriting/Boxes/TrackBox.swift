// SPDX-License-Identifier: Apache-2.0
internal import MovieBoxes

/// ISO/IEC 14496-12 8.3.1, Track (`trak`), with all that it holds.
struct TrackBox {
    var header: MovieTrackHeader
    var samples: SampleTable
    /// Ticks a second of the movie.
    var movieTimescale: Int32
    var fileType: MovieFileType
    /// What is added to the offset of each chunk.
    var offsetShift: UInt64 = 0

    /// How long the track is shown, in ticks of the movie.
    var duration: UInt64 {
        guard header.edits.isEmpty else {
            return header.edits.reduce(0) { $0 &+ UInt64(clamping: $1.segmentDuration) }
        }
        return samples.duration(fromMediaTime: 0, scale: header.timescale, to: movieTimescale)
    }

    func write(to writer: inout BoxWriter) {
        writer.box("trak") { writer in
            TrackHeaderBox(
                times: HeaderTimes(
                    flags: TrackHeaderBox.presentedFlags, creationTime: header.creationTime,
                    duration: duration),
                trackID: header.id, hasVolume: header.handler == "soun", matrix: header.matrix,
                width: header.width,
                height: header.height
            ).write(to: &writer)
            if !header.edits.isEmpty { writer.append(header.edits) }
            if !header.references.isEmpty {
                TrackReferenceBox(references: header.references).write(to: &writer)
            }
            writer.box("mdia") { writer in
                MediaHeaderBox(
                    times: HeaderTimes(
                        creationTime: header.creationTime, duration: samples.duration),
                    timescale: header.timescale, language: header.language
                ).write(to: &writer)
                HandlerBox.media(header.handler, name: header.name, isQuickTime: fileType == .mov)
                    .write(to: &writer)
                writer.box("minf", writeMediaInformation)
            }
        }
    }

    private func writeMediaInformation(to writer: inout BoxWriter) {
        switch header.handler {
        case "vide": VideoMediaHeaderBox().write(to: &writer)
        case "soun": SoundMediaHeaderBox().write(to: &writer)
        default:
            switch fileType {
            case .mp4, .m4a: NullMediaHeaderBox().write(to: &writer)
            case .mov: BaseMediaInformationBox().write(to: &writer)
            }
        }
        if fileType == .mov { HandlerBox.data.write(to: &writer) }
        writer.box(.dinf, DataReferenceBox.selfContained(isQuickTime: fileType == .mov).write)
        SampleTableBox(
            sampleEntries: header.sampleEntries, samples: samples, offsetShift: offsetShift
        ).write(to: &writer)
    }
}
