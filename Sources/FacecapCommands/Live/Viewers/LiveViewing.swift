import Facecap

/// The viewers that a user's options ask for, and what they see.
struct LiveViewing {
    private let viewers: [any FrameViewer]
    private var feeds: [FrameFeed] = []

    /// Opens the viewers and adds their outputs to the session.
    ///
    /// - Parameters:
    ///   - preview: one that is open already, before the sources are.
    ///   - stopRequest: what a viewer makes whose user wants no more.
    init(
        of live: LiveSession, settings: LiveSettings, preview: LivePreview? = nil,
        stopRequest: StopRequest
    ) async throws(FacecapError) {
        var viewers: [any FrameViewer] = [preview].compactMap(\.self)
        if let serving = settings.serving {
            viewers.append(
                try WebViewer(
                    serving, scenes: live.cameras.map(\.scene), options: settings.streamOptions))
        }
        self.viewers = viewers
        for viewer in viewers {
            for camera in live.cameras {
                feeds.append(try await FrameFeed(viewer, of: camera, in: live.session))
            }
        }
    }

    /// Shows what still waits and closes the viewers, once the session has stopped; throws the first thing
    /// that went wrong.
    func finish() throws(FacecapError) {
        for feed in feeds { feed.finish() }
        for viewer in viewers { try viewer.finish() }
    }
}
