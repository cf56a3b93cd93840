// SPDX-License-Identifier: Apache-2.0
import Facecap
import SystemSupport

/// The file beside a movie that the distances of a depth camera are written to.
struct DepthSidecar {
    private let path: String
    private let output: CaptureDepthFileOutput

    /// Joins the session of a recording.
    init(
        of recording: CameraRecording, _ depth: RunDepth, _ session: CaptureSession
    ) async throws(FacecapError) {
        path = Self.path(besideMovie: recording.settings.path)
        output = CaptureDepthFileOutput(
            path: path, overwritingExistingFile: recording.settings.overwritesExistingFiles,
            givingWayTo: recording.movie,
            isCancelled: { [weak movie = recording.movie, files = recording.files] in
                movie?.status.state.phase == .cancelled && !files.hasFinished
            })
        try await session.addOutput(output, from: [depth.input])
    }

    /// `<movie without extension>.depth.mkv`.
    static func path(besideMovie path: String) -> String {
        path.withoutPathExtension + ".depth.mkv"
    }

    /// What people are told once the session is over; `nil` where there is no file.
    var summary: String? {
        let status = output.status
        guard status.frameCount > 0, status.failure == nil else { return nil }
        return
            "recorded \(status.frameCount.counted("depth image")), \(status.droppedCount) dropped, in "
            + path
    }

    /// Throws what ended the file early.
    func check() throws(FacecapError) {
        if let failure = output.status.failure { throw failure }
    }
}
