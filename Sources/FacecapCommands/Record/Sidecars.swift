import Facecap
import Synchronization

/// The files beside a movie that its faces are written to while it is recorded.
final class Sidecars: Sendable {
    private struct State {
        var sidecars: [Sidecar]
        var failure: FacecapError?
    }

    private struct Sidecar {
        let file: SidecarFile
        var exporter: any FaceExporter
    }

    private let state: Mutex<State>

    /// Creates the files `<movie without extension>.<format's extension>`.
    init(
        _ formats: [FaceExportFormat], besideMovie path: String, info: FaceExportInfo,
        overwriting: Bool
    ) throws(FacecapError) {
        var sidecars: [Sidecar] = []
        for format in formats {
            let exporter = try format.makeExporter(info)
            let file = try SidecarFile(
                path: Self.path(of: format, besideMovie: path), overwriting: overwriting)
            sidecars.append(Sidecar(file: file, exporter: exporter))
        }
        state = Mutex(State(sidecars: sidecars))
        forEach { $0.begin() }
    }

    /// The path of a sidecar.
    static func path(of format: FaceExportFormat, besideMovie path: String) -> String {
        path.withoutPathExtension + "." + format.fileExtension
    }

    /// Writes a frame.
    func append(_ observation: FaceObservation, from connection: CaptureConnection) {
        let transform = connection.displayedFromStored(orientation: observation.orientation)
        forEach { $0.append(observation, displayedFromStored: transform) }
    }

    /// Writes something that happened between two frames.
    func append(_ notice: CaptureNotice) {
        guard let event = StreamEvent(notice) else { return }
        forEach { $0.append(event) }
    }

    /// Writes the ends; throws what went wrong first, now or before.
    func finish(reason: String) throws(FacecapError) {
        forEach { $0.finish(reason: reason) }
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    /// A file that cannot be written any more is left as it is; the others go on.
    private func forEach(_ makeBytes: (inout any FaceExporter) -> [UInt8]) {
        state.withLock { state in
            for index in state.sidecars.indices {
                let bytes = makeBytes(&state.sidecars[index].exporter)
                do throws(FacecapError) {
                    try state.sidecars[index].file.write(bytes)
                } catch {
                    state.failure = state.failure ?? error
                }
            }
        }
    }
}
