// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// An annotation document of ELAN with a tier for each face and what is coded of it.
///
/// Source: "ELAN Annotation Format, EAF Schema version 3.0", Max Planck Institute for Psycholinguistics.
struct ELANDocument: BoutWriter {
    /// How long a marker lasts, in microseconds: ELAN has no points, and shows what is as long as a frame.
    private static let markerLength: Int64 = 40_000

    private let info: FaceExportFormat.Info

    init(_ info: FaceExportFormat.Info) { self.info = info }

    func file(
        of tiers: [FaceBouts.TierOfFace], markers: [FaceBouts.Bout], end: Int64
    ) -> [UInt8] {
        var tiers = tiers.map { (name: $0.name, bouts: $0.bouts) }
        if !markers.isEmpty { tiers.append(("markers", Self.annotations(of: markers, end: end))) }
        let bouts = tiers.flatMap { $0.bouts }
        var xml = XMLWriter()
        // No file holds the time at which it was written, which the schema asks for.
        let attributes = [
            ("AUTHOR", "facecap \(info.version)"), ("DATE", "1970-01-01T00:00:00+00:00"),
            ("FORMAT", "3.0"), ("VERSION", "3.0"),
            ("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance"),
            (
                "xsi:noNamespaceSchemaLocation",
                "http://www.mpi.nl/tools/elan/EAFv3.0.xsd"
            ),
        ]
        xml.element("ANNOTATION_DOCUMENT", attributes) { xml in
            header(annotationCount: bouts.count, to: &xml)
            xml.element("TIME_ORDER") { xml in
                for (number, bout) in bouts.enumerated() {
                    let (start, end) = Self.milliseconds(bout)
                    slot(2 * number + 1, at: start, to: &xml)
                    slot(2 * number + 2, at: end, to: &xml)
                }
            }
            var number = 0
            for tier in tiers {
                let names = [
                    ("LINGUISTIC_TYPE_REF", "facecap"), ("TIER_ID", tier.name),
                ]
                xml.element("TIER", names) { xml in
                    for bout in tier.bouts {
                        annotation(bout, number: number, to: &xml)
                        number += 1
                    }
                }
            }
            let type = [
                ("GRAPHIC_REFERENCES", "false"), ("LINGUISTIC_TYPE_ID", "facecap"),
                ("TIME_ALIGNABLE", "true"),
            ]
            xml.element("LINGUISTIC_TYPE", type, text: "")
        }
        return xml.bytes
    }

    private func header(annotationCount: Int, to xml: inout XMLWriter) {
        xml.element("HEADER", [("MEDIA_FILE", ""), ("TIME_UNITS", "milliseconds")]) { xml in
            if info.moviePath != nil || info.sourceKind == "file" {
                let url = "./" + info.mediaName
                let media = [
                    ("MEDIA_URL", url), ("MIME_TYPE", Self.mediaType(of: info.mediaName)),
                    ("RELATIVE_MEDIA_URL", url),
                ]
                xml.element("MEDIA_DESCRIPTOR", media, text: "")
            }
            xml.element(
                "PROPERTY", [("NAME", "lastUsedAnnotationId")], text: String(annotationCount))
        }
    }

    /// The kind of a movie, of those that ELAN knows.
    private static func mediaType(of name: String) -> String {
        switch name.split(separator: ".").last?.lowercased() {
        case "mp4", "m4v": "video/mp4"
        case "mov", "qt": "video/quicktime"
        case "mpg", "mpeg": "video/mpeg"
        default: "video/*"
        }
    }

    private func slot(_ number: Int, at milliseconds: Int64, to xml: inout XMLWriter) {
        let attributes = [
            ("TIME_SLOT_ID", "ts\(number)"), ("TIME_VALUE", String(milliseconds)),
        ]
        xml.element("TIME_SLOT", attributes, text: "")
    }

    private func annotation(_ bout: FaceBouts.Bout, number: Int, to xml: inout XMLWriter) {
        xml.element("ANNOTATION") { xml in
            let attributes = [
                ("ANNOTATION_ID", "a\(number + 1)"), ("TIME_SLOT_REF1", "ts\(2 * number + 1)"),
                ("TIME_SLOT_REF2", "ts\(2 * number + 2)"),
            ]
            xml.element("ALIGNABLE_ANNOTATION", attributes) { xml in
                xml.element("ANNOTATION_VALUE", text: bout.value)
            }
        }
    }

    /// Annotations that end where the next one begins, or with the movie, where a marker does not last so long.
    private static func annotations(
        of markers: [FaceBouts.Bout], end: Int64
    ) -> [FaceBouts.Bout] {
        let markers = markers.apart
        let ends = markers.dropFirst().map(\.start) + [end]
        return zip(markers, ends).map { marker, end in
            FaceBouts.Bout(
                start: marker.start, end: min(marker.start + markerLength, end),
                value: marker.value)
        }
    }

    /// The nearest milliseconds; an annotation lasts one at least.
    private static func milliseconds(_ bout: FaceBouts.Bout) -> (Int64, Int64) {
        let start = (bout.start + 500) / 1000
        return (start, max(start + 1, (bout.end + 500) / 1000))
    }
}
