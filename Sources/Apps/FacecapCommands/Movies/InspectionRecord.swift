// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What `facecap inspect --json` writes of a movie; see `docs/face-track.md`.
struct InspectionRecord: Encodable {
    let schema = "facecap-inspect/1"
    let path: String
    let fileType: String
    let majorBrand: String?
    let brands: [String]
    let bytes: Int64
    let duration: Double?
    let fragmented: Bool
    let tornAt: Int64?
    let tracks: [TrackRecord]
    let faces: [FacesRecord]
    let markers: [MarkerRecord]
    let markersDamage: String?
    let timedMetadata: [TimedMetadataRecord]
    let timedMetadataDamage: String?
    let gaps: [GapRecord]
    let metadata: [ItemRecord]

    init(_ inspection: MovieInspection, path: String) {
        let movie = inspection.movie
        self.path = path
        fileType = inspection.isQuickTime ? "mov" : "mp4"
        majorBrand = movie.majorBrand?.description
        brands = movie.compatibleBrands.map(\.description)
        bytes = movie.byteCount
        duration = inspection.seconds.map(JSONLine.microseconds)
        fragmented = movie.isFragmented
        tornAt = movie.tornTail
        tracks = inspection.tracks.map(TrackRecord.init)
        faces = inspection.faces.map(FacesRecord.init)
        markers = inspection.markers.map(MarkerRecord.init)
        gaps = inspection.gaps.map(GapRecord.init)
        timedMetadata = inspection.timedMetadata.flatMap(TimedMetadataRecord.records)
        timedMetadataDamage = inspection.timedMetadataDamage?.message
        markersDamage = inspection.markerDamage?.message
        metadata = movie.metadata.map { item in
            ItemRecord(
                key: item.key, text: item.text, type: Int(item.dataType), bytes: item.value.count)
        }
    }

    struct MarkerRecord: Encodable {
        let time: Double
        let key: String
        let text: String

        init(_ marker: MarkerReader.Marker) {
            time = JSONLine.microseconds(marker.time.seconds)
            key = marker.key
            text = marker.text
        }
    }

    struct GapRecord: Encodable {
        let time: Double
        let duration: Double
        let reason: String

        init(_ gap: RecordingGap) {
            time = JSONLine.microseconds(gap.time.seconds)
            duration = JSONLine.microseconds(gap.seconds)
            reason = gap.reason
        }
    }

    struct ItemRecord: Encodable {
        let key: String
        let text: String?
        let type: Int
        let bytes: Int
    }
}

extension JSONLine {
    /// A time in seconds, rounded to microseconds as in the stream contract. One that is too long for that, whatever a
    /// movie says, stays as it is: JSON has no infinity.
    static func microseconds(_ seconds: Double) -> Double {
        let rounded = (seconds * 1e6).rounded() / 1e6
        return rounded.isFinite ? rounded : seconds
    }
}
