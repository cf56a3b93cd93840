// SPDX-License-Identifier: Apache-2.0
public import FaceValues
import SystemSupport

/// Frames with their faces on a screen, as they come.
///
/// One thread, `fc.preview`, opens the display, draws, and listens to keys and clicks. Of each camera
/// the newest frame waits for it; one that is replaced before it was shown is passed by and counted.
/// All functions may be called from any thread.
public final class Preview: Sendable {
    /// Where it is shown.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A window, through SDL 2, which is loaded for it.
        case window
        /// The terminal of the process.
        case terminal
    }

    private let mailbox: PreviewMailbox
    private let thread: WorkerThread

    /// Opens the display, which stays as it is until the first frame.
    ///
    /// Blocks until the display is open or refused. Tasks share their threads: call it on the main one, or on one
    /// of your own.
    ///
    /// - Parameters:
    ///   - kind: where the frames are shown.
    ///   - cameraCount: how many cameras there are, at least 1; their frames stand side by side.
    ///   - videoGravity: how a frame fills its place, at first.
    ///   - isReversed: whether left and right change places against what the frames ask for, at first.
    ///   - title: of the window.
    /// - Throws: `.sourceNotFound` where there is no such display, with what to do, and
    ///   `.systemFailed` when the system has no room for another thread.
    public init(
        _ kind: Kind, cameraCount: Int = 1, videoGravity: VideoGravity = .resizeAspect,
        isReversed: Bool = false, title: String = "facecap"
    ) throws(FacecapError) {
        let count = max(1, cameraCount)
        let mailbox = PreviewMailbox(cameraCount: count)
        self.mailbox = mailbox
        thread = try WorkerThread(name: "fc.preview") {
            do throws(FacecapError) {
                let display: any PreviewDisplay =
                    switch kind {
                    case .window: try PreviewWindow(title: title, cameraCount: count)
                    case .terminal: try PreviewTerminal()
                    }
                mailbox.open(nil)
                var loop = PreviewLoop(
                    mailbox: mailbox, display: display,
                    scene: PreviewScene(
                        cameraCount: count, videoGravity: videoGravity, isReversed: isReversed))
                loop.run()
            } catch {
                mailbox.open(error)
            }
        }
        try mailbox.waitUntilOpen()
    }

    /// Ends as ``close()`` does.
    deinit { close() }

    /// Frames that were replaced by newer ones before they were shown.
    public var passedByCount: Int { mailbox.passedByCount }

    /// Sets who does what is requested in front of the preview.
    public func setDelegate(_ delegate: (any Delegate)?) { mailbox.set(delegate) }

    /// Shows a frame of a camera, counted from 0, soon; returns at once.
    public func show(_ frame: Frame, ofCamera camera: Int = 0) {
        mailbox.put(frame, camera: camera)
    }

    /// Tells the user something for three seconds.
    public func say(_ message: String) { mailbox.put(message) }

    /// Gives back at once a terminal that a preview has taken, where the process ends without
    /// ``close()``; from any thread, also in a signal handler.
    public static func releaseTerminal() { TerminalGuard.release() }

    /// Gives the screen back; later frames are ignored.
    ///
    /// Blocks until the screen is given back, as ``init(_:cameraCount:videoGravity:isReversed:title:)`` does. Not
    /// from the delegate.
    public func close() {
        mailbox.close()
        thread.join()
    }
}
