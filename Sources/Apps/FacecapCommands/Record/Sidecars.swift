// SPDX-License-Identifier: Apache-2.0
import Facecap
import Glibc
import Synchronization
import SystemSupport

/// The files beside a movie that its faces are written to while it is recorded.
///
/// Beside a movie that is being recorded they have their names once that begins, but for those that replace
/// others: they take theirs when the movie does. Any others do once they are told to.
final class Sidecars: Sendable {
    private struct State {
        var sidecars: [Sidecar]
        var failure: FacecapError?
        var isPublished = false
        var hasEnded = false
        /// Of the movie that is recorded; `nil` where it has the source's own.
        var frames: MovieFrames?
    }

    private struct Sidecar {
        let file: SidecarFile
        var exporter: any FaceExporter
    }

    private let state: Mutex<State>
    private let rounding = FaceTrackRounding()
    private let recordedPath: String?
    /// What has the recorded movie's name until that takes it.
    private let oldMovie: FileIdentity?

    /// Begins the files `<movie without extension>.<format's extension>`.
    ///
    /// - Parameters:
    ///   - source: the video that is read, which is not written over.
    ///   - movie: the movie that is there in the end; `nil` where it is what was opened, or there is none.
    ///   - recordedPath: the movie that is being recorded meanwhile.
    ///   - frames: its frames.
    init(
        _ formats: [FaceExportFormat], besideMovie path: String, of source: String? = nil,
        info: FaceExportFormat.Info, movie: String?, overwriting: Bool,
        recording recordedPath: String? = nil,
        frames: MovieFrames? = nil
    ) throws(FacecapError) {
        self.recordedPath = recordedPath
        oldMovie = recordedPath.flatMap { FileIdentity(path: $0) }
        var info = info
        info.moviePath = movie
        var sidecars: [Sidecar] = []
        for format in formats {
            let exporter = try format.makeExporter(info)
            let path = Self.path(of: format, besideMovie: path)
            if let source { try Files.check(path, isNot: source) }
            let file = try SidecarFile(path: path, overwriting: overwriting)
            sidecars.append(Sidecar(file: file, exporter: exporter))
        }
        state = Mutex(State(sidecars: sidecars, frames: frames))
        forEach { $0.exporter.begin() }
    }

    /// Gives the files that replace none their names, as the recording of the movie begins.
    func begin() throws(FacecapError) {
        try state.withLock { state throws(FacecapError) in
            for sidecar in state.sidecars where sidecar.file.isNew { try sidecar.file.publish() }
        }
    }

    /// The path of a sidecar.
    static func path(of format: FaceExportFormat, besideMovie path: String) -> String {
        path.withoutPathExtension + "." + format.fileExtension
    }

    /// Writes a frame, with the numbers and places that the track of a movie has of its faces.
    func append(_ observation: FaceObservation) {
        let placed = state.withLock { $0.frames?.place(observation) } ?? observation
        let observation = rounding.round(placed)
        let transform = CoordinateTransform.displayedFromStored(
            orientation: observation.orientation)
        forEach { $0.exporter.append(observation, displayedFromStored: transform) }
    }

    /// Writes something that happened between two frames.
    func append(_ notice: CaptureDelivery.Notice) {
        if let event = StreamEvent(notice) { append(event) }
    }

    /// Writes something that happened between two frames.
    func append(_ event: StreamEvent) { forEach { $0.exporter.append(event) } }

    /// Writes the ends.
    func end(reason: String) {
        state.withLock { $0.hasEnded = true }
        forEach { $0.exporter.finish(reason: reason) }
    }

    /// Gives the files their names; throws what went wrong first, now or before.
    func publish() throws(FacecapError) {
        attempt { sidecar throws(FacecapError) in try sidecar.file.finish(sourceFailed: false) }
        try check()
    }

    /// Gives the files their names where the faces did not come to their end, but for those that would replace others;
    /// the paths of those that are there.
    @discardableResult
    func publishIncomplete() throws(FacecapError) -> [String] {
        var paths: [String] = []
        attempt { sidecar throws(FacecapError) in
            try sidecar.file.finish(sourceFailed: true)
            if sidecar.file.isNew { paths.append(sidecar.file.path) }
        }
        try check()
        return paths
    }

    /// Throws what went wrong first.
    func check() throws(FacecapError) {
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    /// Takes the files away, with the movie that they would be beside.
    func remove() {
        attempt { sidecar throws(FacecapError) in sidecar.file.remove() }
    }

    /// Takes the files away where their ends were not written, as the recording did not come to its own.
    func removeUnfinished() {
        if !state.withLock({ $0.hasEnded }) { remove() }
    }

    /// A file that cannot be written any more is left as it is; the others go on.
    private func forEach(_ makeBytes: (inout Sidecar) -> [UInt8]) {
        let isPublishing = takesNames()
        attempt { sidecar throws(FacecapError) in
            try sidecar.file.write(makeBytes(&sidecar))
            if isPublishing { try sidecar.file.publish() }
        }
    }

    private func attempt(_ body: (inout Sidecar) throws(FacecapError) -> Void) {
        state.withLock { state in
            for index in state.sidecars.indices {
                do throws(FacecapError) {
                    try body(&state.sidecars[index])
                } catch {
                    state.failure = state.failure ?? error
                }
            }
        }
    }

    /// Whether the recorded movie took its name since this was asked last.
    private func takesNames() -> Bool {
        guard let recordedPath else { return false }
        return state.withLock { state in
            guard !state.isPublished, let movie = FileIdentity(path: recordedPath),
                movie != oldMovie
            else { return false }
            state.isPublished = true
            return true
        }
    }
}
