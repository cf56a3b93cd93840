// SPDX-License-Identifier: Apache-2.0
import Facecap
import Glibc
import SystemSupport

/// Writes the files beside a recording that broke off again, from the movie's own track of faces.
struct SidecarRecovery {
    /// The movie, recovered by now.
    let path: String
    /// Whether the movie was whole: then tables that do not show an end are whole too.
    let movieWasFinished: Bool
    let say: (String) -> Void

    /// What is looked at of the beginning and of the end of a file.
    private static let lookByteCount = 4096

    /// Writes what is cut short, and names what cannot be written.
    func run() throws(FacecapError) {
        // What lies beside a movie without faces is somebody else's.
        guard try !FaceTrackReader.tracks(of: MovieReader(path: path)).isEmpty else { return }
        for format in FaceExportFormat.allCases {
            let sidecar = Sidecars.path(of: format, besideMovie: path)
            guard Files.isRegular(sidecar) else { continue }
            let reader = try FaceTrackReader(path: path)
            var info = FaceExportFormat.Info(reader, path: path, isMirrored: false)
            // Where the movie has them.
            info.includesLandmarks = true
            guard
                try Self.isIncomplete(
                    sidecar, format, info, movieWasFinished: movieWasFinished)
            else { continue }
            guard format != .motGT else {
                say(
                    "\(sidecar) is cut short and stays so; write it again with: facecap export --force"
                        + " --format mot-gt --output \(sidecar.shellWord) \(path.shellWord)")
                continue
            }
            var run = ExportRun(
                reader: reader, isMirrored: false,
                exports: [
                    ExportRun.Export(
                        format: format, exporter: try format.makeExporter(info),
                        destination: try ExportDestination(path: sidecar, overwriting: true))
                ])
            try run.run()
            say("\(sidecar): written again from the movie's faces, to the end of the movie")
        }
    }

    /// Whether a file is one of the recorder's that lacks faces, or may lack some.
    static func isIncomplete(
        _ sidecar: String, _ format: FaceExportFormat, _ info: FaceExportFormat.Info,
        movieWasFinished: Bool
    ) throws(FacecapError) -> Bool {
        let (head, tail) = try ends(of: sidecar)
        var exporter = try format.makeExporter(info)
        // What others put there stays, whatever it is.
        return isOurs(head, format, beginning: exporter.begin())
            && isCutShort(tail, format, movieWasFinished: movieWasFinished)
    }

    private static func ends(
        of path: String
    ) throws(FacecapError) -> (head: [UInt8], tail: [UInt8]) {
        let file = try FileDescriptor(reading: path)
        func bytes(at offset: Int64) throws(FacecapError) -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: lookByteCount)
            let count = bytes.withUnsafeMutableBytes { file.read(into: $0, at: offset) }
            guard let count else { throw .file(errno, .read, path) }
            return Array(bytes.prefix(count))
        }
        let end = file.byteCount ?? 0
        return (try bytes(at: 0), try bytes(at: max(0, end - Int64(lookByteCount))))
    }

    /// Whether a file begins as those of the recorder do.
    private static func isOurs(
        _ head: [UInt8], _ format: FaceExportFormat, beginning: [UInt8]
    ) -> Bool {
        switch format {
        case .mot: return head.allSatisfy { "0123456789,.-\n".utf8.contains($0) }
        case .cvat:
            return head.isEmpty || String(decoding: head, as: UTF8.self).contains("<annotations>")
        case .eaf:
            return head.isEmpty
                || String(decoding: head, as: UTF8.self).contains("<ANNOTATION_DOCUMENT")
        case .textgrid: return head.isEmpty || head.starts(with: "File type = ".utf8)
        case .boris: return head.isEmpty || head.starts(with: #"{"time_format""#.utf8)
        case .jsonl, .csv, .vtt, .motGT, .coco, .openface:
            return head.isEmpty || head.starts(with: beginning.prefix(min(16, head.count)))
        }
    }

    /// Whether a file lacks the end that its format has, or may lack rows of a format without one.
    private static func isCutShort(
        _ tail: [UInt8], _ format: FaceExportFormat, movieWasFinished: Bool
    ) -> Bool {
        let text = String(decoding: tail, as: UTF8.self)
        return switch format {
        case .jsonl: text.split(separator: "\n").last?.hasPrefix(#"{"type":"end""#) != true
        case .cvat: !text.hasSuffix("</annotations>\n")
        case .coco: !text.hasSuffix("]}\n")
        case .boris: !text.hasSuffix("}}\n")
        case .eaf: !text.hasSuffix("</ANNOTATION_DOCUMENT>\n")
        // The end of the directory (APPNOTE 4.3.16).
        case .motGT: !tail.suffix(22).starts(with: [0x50, 0x4B, 0x05, 0x06])
        case .csv, .vtt, .mot, .openface, .textgrid: !movieWasFinished || tail.isEmpty
        }
    }
}
