// SPDX-License-Identifier: Apache-2.0
public import FaceValues

/// The forms in which the faces of a movie or of a run are written for other tools; what stands in
/// each is described in `docs/export.md`.
public enum FaceExportFormat: String, Sendable, Hashable, CaseIterable {
    /// JSON Lines: the stream contract `facecap/1` without its clock.
    case jsonl
    /// Comma-separated values, RFC 4180: everything that is known, one row a face.
    case csv
    /// WebVTT for `<track kind="metadata">`: one cue a frame, and one a marker.
    case vtt
    /// Detections of MOTChallenge, with ids.
    case mot
    /// Ground truth of MOTChallenge for CVAT and datumaro: a ZIP archive.
    case motGT = "mot-gt"
    /// Tracks of CVAT for video 1.1, XML.
    case cvat
    /// A COCO data set of the frames, with tracks.
    case coco
    /// The head pose columns of OpenFace 2.
    case openface
    /// An annotation document of ELAN: from when to when each face is in view, where its head points to, its blinks;
    /// and markers.
    case eaf
    /// The same as a TextGrid of Praat.
    case textgrid
    /// The same as a project of BORIS.
    case boris

    /// What a file's name ends in, without a leading dot; each format has its own, so that all of
    /// them can lie beside one movie.
    public var fileExtension: String {
        switch self {
        case .jsonl: "jsonl"
        case .csv: "csv"
        case .vtt: "vtt"
        case .mot: "mot.txt"
        case .motGT: "mot-gt.zip"
        case .cvat: "cvat.xml"
        case .coco: "coco.json"
        case .openface: "openface.csv"
        case .eaf: "eaf"
        case .textgrid: "TextGrid"
        case .boris: "boris"
        }
    }

    /// Whether the file is text, which people can read too.
    public var isText: Bool { self != .motGT }

    /// Makes the writer of one file.
    ///
    /// - Throws: `invalidArgument` where the image has no usable size, or `mediaDamaged` where a movie says none.
    public func makeExporter(_ info: Info) throws(FacecapError) -> any FaceExporter {
        guard info.hasUsableSize else {
            if let movie = info.moviePath {
                throw FacecapError(
                    .mediaDamaged,
                    "\(movie) is damaged: it tells no usable size of its frames; find the faces of"
                        + " the original video again.")
            }
            throw FacecapError(
                .invalidArgument,
                "The faces cannot be exported without the image's size; give its width and "
                    + "height in pixels.")
        }
        return switch self {
        case .jsonl: JSONLinesExporter(info)
        case .csv: CSVExporter(info)
        case .vtt: WebVTTExporter(info)
        case .mot: MOTExporter(info)
        case .motGT: MOTTruthExporter(info)
        case .cvat: CVATExporter(info)
        case .coco: COCOExporter(info)
        case .openface: OpenFaceExporter()
        case .eaf: BoutExporter<ELANDocument>(info)
        case .textgrid: BoutExporter<PraatTextGrid>(info)
        case .boris: BoutExporter<BORISProject>(info)
        }
    }
}
