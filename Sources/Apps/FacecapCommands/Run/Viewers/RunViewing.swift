// SPDX-License-Identifier: Apache-2.0
import Facecap

/// The viewers that a user's options ask for, and what they see.
struct RunViewing {
    private let viewers: [any FrameViewer]

    /// Adds the viewers' outputs to the session.
    init(
        of live: RunSession, by viewers: [(any FrameViewer)?]
    ) async throws(FacecapError) {
        self.viewers = viewers.compactMap(\.self)
        for viewer in self.viewers {
            for camera in live.cameras {
                _ = try await FrameFeed(viewer, of: camera, in: live.session)
            }
        }
    }

    /// What `--stats` says of the viewers at the end.
    var summaries: [String] { viewers.compactMap(\.summary) }

    /// Closes the viewers, once the session has stopped; what went wrong first.
    func finish() -> FacecapError? {
        var failure: FacecapError?
        for viewer in viewers {
            do throws(FacecapError) {
                try viewer.finish()
            } catch {
                failure = failure ?? error
            }
        }
        return failure
    }
}
