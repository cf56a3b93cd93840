// SPDX-License-Identifier: Apache-2.0
package import MovieBoxes

extension MovieTrackHeader {
    /// How long the track is shown with these samples, in ticks of the movie.
    package func duration(of samples: SampleTable, movieTimescale: Int32) -> UInt64 {
        guard edits.isEmpty else {
            return edits.reduce(0) { $0 &+ UInt64(clamping: $1.segmentDuration) }
        }
        return samples.duration(fromMediaTime: 0, scale: timescale, to: movieTimescale)
    }

    /// Writes the whole `trak` box (ISO/IEC 14496-12 8.3.1); the offsets of all chunks are moved.
    package func writeBox(
        samples: SampleTable, movieTimescale: Int32, fileType: MovieFileType, offsetShift: UInt64,
        to writer: inout BoxWriter
    ) {
        writer.box("trak") { writer in
            TrackHeaderBox(
                times: HeaderTimes(
                    flags: TrackHeaderBox.flags(isEnabled: isEnabled), creationTime: creationTime,
                    duration: duration(of: samples, movieTimescale: movieTimescale)),
                trackID: id, alternateGroup: alternateGroup, hasVolume: handler == "soun",
                matrix: matrix, width: width, height: height
            ).write(to: &writer)
            if !edits.isEmpty { writer.append(edits) }
            if !references.isEmpty { TrackReferenceBox(references: references).write(to: &writer) }
            writer.box("mdia") { writer in
                MediaHeaderBox(
                    times: HeaderTimes(creationTime: creationTime, duration: samples.duration),
                    timescale: timescale, language: language
                ).write(to: &writer)
                HandlerBox.media(handler, name: name, isQuickTime: fileType == .mov)
                    .write(to: &writer)
                writer.box("minf") { writer in
                    writeMediaHeader(fileType, to: &writer)
                    if fileType == .mov { HandlerBox.data.write(to: &writer) }
                    writer.box(
                        .dinf, DataReferenceBox.selfContained(isQuickTime: fileType == .mov).write)
                    samples.writeBox(
                        sampleEntries: sampleEntries, offsetShift: offsetShift, to: &writer)
                }
            }
        }
    }

    private func writeMediaHeader(_ fileType: MovieFileType, to writer: inout BoxWriter) {
        switch handler {
        case "vide":
            // 12.1.2, Video Media Header: frames cover what lies behind them.
            writer.box("vmhd", version: 0, flags: 1) { $0.appendZeros(8) }
        case "soun":
            // 12.2.2, Sound Media Header: balance in the center.
            writer.box("smhd", version: 0) { $0.appendZeros(4) }
        default:
            guard fileType == .mov else {
                // 8.4.5.2, Null Media Header, which timed metadata has (12.3.2).
                return writer.box("nmhd", version: 0) { _ in }
            }
            // QuickTime File Format, "Base media information header": mode "copy", operation color gray,
            // balance in the center.
            writer.box("gmhd") { writer in
                writer.box("gmin", version: 0) { writer in
                    writer.append(UInt16(0x40))
                    for _ in 0..<3 { writer.append(UInt16(0x8000)) }
                    writer.appendZeros(4)
                }
            }
        }
    }
}
