// SPDX-License-Identifier: Apache-2.0
import Facecap
import SystemSupport

/// Names the files beside the movies of a recording with several (`--split`, `--on-face`) that broke off: they hold the
/// faces of all movies, so that they are written again from the joined ones.
struct SeriesRecovery {
    /// The path that the recording was given; the movies have numbers behind its name.
    let path: String
    private var wasFinished = true
    private var info: FaceExportFormat.Info

    /// The recording that a recovered movie is a part of; `nil` where it is none.
    init?(ofPart part: String) {
        guard let reader = try? FaceTrackReader(path: part),
            let recording = RecordingPart(reader.movie.metadata)
        else { return nil }
        info = FaceExportFormat.Info(reader, path: part, isMirrored: false)
        let stem = part.withoutPathExtension
        // Of a recording that was split by hand, the first movie has no number.
        if recording.numbers == 1...1, Files.exists("\(stem)-002\(part[stem.endIndex...])") {
            path = part
            return
        }
        let digits = stem.reversed().prefix { ("0"..."9").contains($0) }.count
        let name = stem.dropLast(digits)
        guard digits >= 3, name.last == "-" else { return nil }
        path = String(name.dropLast()) + part[stem.endIndex...]
    }

    /// Takes what is known of one of its movies.
    mutating func add(movieWasFinished: Bool) { wasFinished = wasFinished && movieWasFinished }

    /// Which of its files are incomplete, and how they are written again; `nil` where none is.
    func advice() throws(FacecapError) -> String? {
        var formats: [FaceExportFormat] = []
        for format in FaceExportFormat.allCases {
            let sidecar = Sidecars.path(of: format, besideMovie: path)
            guard Files.isRegular(sidecar),
                try SidecarRecovery.isIncomplete(
                    sidecar, format, info, movieWasFinished: wasFinished)
            else { continue }
            formats.append(format)
        }
        guard !formats.isEmpty else { return nil }
        let names = formats.map { Sidecars.path(of: $0, besideMovie: path) }
        let stem = path.withoutPathExtension
        let ending = path[stem.endIndex...]
        let first = Files.exists(path) ? path.shellWord + " " : ""
        let parts = first + "\(stem)-".shellWord + "[0-9]*" + String(ending).shellWord
        let joined = "\(stem)-joined\(ending)".shellWord
        let output = formats.count == 1 ? names[0] : String(stem)
        return names.joined(separator: ", ")
            + ": incomplete; to write \(names.count == 1 ? "it" : "them") again"
            + " from all movies: facecap join \(parts) -o \(joined) && facecap export --force --format "
            + formats.map(\.rawValue).joined(separator: ",")
            + " --output \(output.shellWord) \(joined)"
    }
}
