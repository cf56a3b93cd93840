// SPDX-License-Identifier: Apache-2.0
import Facecap
import SystemSupport

/// The file beside a movie that the distances of a depth camera are written to.
struct DepthSidecar {
    private let path: String
    private let output: CaptureDepthFileOutput

    /// Joins the session of a recording.
    init(
        of recording: CaptureMovieFileOutput.Settings, _ movie: CaptureMovieFileOutput,
        _ depth: RunDepth,
        _ session: CaptureSession
    ) async throws(FacecapError) {
        path = Self.path(besideMovie: recording.path)
        output = CaptureDepthFileOutput(
            path: path, overwritingExistingFile: recording.overwritesExistingFiles,
            givingWayTo: movie,
            isCancelled: { [weak movie] in movie?.status.state.phase == .cancelled })
        try await session.addOutput(output, from: [depth.input])
    }

    /// `<movie without extension>.depth.mkv`.
    static func path(besideMovie path: String) -> String {
        path.withoutPathExtension + ".depth.mkv"
    }

    /// What people are told once the session is over.
    var summary: String {
        let status = output.status
        return
            "recorded \(status.frameCount) depth images, \(status.droppedCount) dropped, in "
            + path
    }

    /// Throws what ended the file early.
    func check() throws(FacecapError) {
        if let failure = output.status.failure { throw failure }
    }
}
