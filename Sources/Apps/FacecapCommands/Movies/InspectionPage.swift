// SPDX-License-Identifier: Apache-2.0
import Facecap

/// The page that `facecap inspect` shows to people.
struct InspectionPage {
    private let inspection: MovieInspection

    init(_ inspection: MovieInspection) { self.inspection = inspection }

    /// The page; nothing in it steers a terminal.
    var text: String {
        var lines = [inspection.movie.name] + file + ["", "Tracks"]
        lines += inspection.tracks.flatMap(Self.track)
        for faces in inspection.faces { lines += [""] + FacePage(faces).lines }
        if inspection.faces.isEmpty { lines += ["", "No face track"] }
        if !inspection.markers.isEmpty || inspection.markerDamage != nil {
            lines += ["", "Markers"]
            lines += inspection.markers.map { "  \(Self.time($0.time.seconds))  \($0.text)" }
            lines += Self.damage(inspection.markerDamage)
        }
        if !inspection.timedMetadata.isEmpty || inspection.timedMetadataDamage != nil {
            lines += ["", "Timed metadata"]
            lines += inspection.timedMetadata.flatMap(TimedMetadataRecord.records).map { record in
                "  \(Self.time(record.time))  \(Self.number(record.duration)) s  \(record.key)"
                    + "  \(record.value.value.text)"
            }
            lines += Self.damage(inspection.timedMetadataDamage)
        }
        if !inspection.gaps.isEmpty {
            lines += ["", "Gaps"]
            lines += inspection.gaps.map { gap in
                "  \(Self.time(gap.time.seconds))  \(Self.number(gap.seconds)) s: \(gap.reason)"
            }
        }
        if !inspection.movie.metadata.isEmpty {
            lines += ["", "Metadata"]
            lines += inspection.movie.metadata.map { item in
                "  \(item.key)  \(item.text ?? "\(item.value.count.counted("byte")) of type \(item.dataType)")"
            }
        }
        return lines.map { Messages.printable($0) + "\n" }.joined()
    }

    private var file: [String] {
        let movie = inspection.movie
        let others = movie.compatibleBrands.filter { $0 != movie.majorBrand }
        let brands = ([movie.majorBrand].compactMap(\.self) + others)
            .map(\.description)
        let kind = inspection.isQuickTime ? "QuickTime movie" : "MP4"
        var lines = [
            "  \(kind)" + (brands.isEmpty ? "" : " (\(brands.joined(separator: ", ")))"),
            "  \(inspection.seconds.map(Self.time) ?? "unknown length"), "
                + RecordingSummary.text(byteCount: movie.byteCount),
        ]
        if movie.isFragmented {
            lines.append("  in fragments: it was not finished, or is meant to be streamed")
        }
        if let torn = movie.tornTail { lines.append("  torn at byte \(torn): it was cut short") }
        return lines
    }

    private static func track(_ track: MovieInspection.Track) -> [String] {
        let header = track.header
        var parts = [header.codec?.description ?? "no codec"]
        if header.kind == .video, let width = header.width, let height = header.height {
            parts[0] += ", \(width)x\(height)"
            let orientation = header.orientation ?? .upright
            if orientation.degrees != 0 {
                parts[0] += " turned by \(orientation.degrees)"
            }
            if orientation.isMirrored { parts[0] += " mirrored" }
        }
        if let rate = track.sampleRate { parts.append("\(number(rate)) Hz") }
        if let channels = track.channelCount {
            parts.append(channels.counted("channel"))
        }
        if header.kind == .metadata, let name = header.handlerName { parts.append(name) }
        if let described = header.references["cdsc"], !described.isEmpty {
            parts.append("of track " + described.map(String.init).joined(separator: ", "))
        }
        parts.append(
            track.samples.sampleCount.counted(header.kind == .video ? "frame" : "sample"))
        if header.kind == .video, let rate = track.samples.averageRate {
            parts.append("\(number(rate)) a second")
        }
        parts.append(time(track.samples.seconds))
        parts.append(RecordingSummary.text(byteCount: track.samples.byteCount))
        let kind = header.kind.rawValue.padded(to: 8)
        return ["  \(header.id)  \(kind)  \(parts.joined(separator: ", "))"]
            + damage(track.samples.damage)
    }

    static func damage(_ error: FacecapError?) -> [String] {
        error.map { ["     damaged: \($0.message)"] } ?? []
    }

    /// Hours where there are some, minutes, seconds and thousandths.
    static func time(_ seconds: Double) -> String {
        seconds.clockText(decimals: 3, .toNearestOrAwayFromZero)
    }

    /// At most three decimals.
    static func number(_ value: Double) -> String {
        FixedDecimal(value, decimals: 3)?.shortText ?? "-"
    }
}
