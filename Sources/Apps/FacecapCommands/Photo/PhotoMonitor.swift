// SPDX-License-Identifier: Apache-2.0
import Facecap
import Synchronization

/// Hears what becomes of the photos of a call, tells its user, and says when it is over.
final class PhotoMonitor: CapturePhotoCaptureDelegate {
    private let console: RunConsole
    private let scene: RunScene?
    private let saysShortfalls: Bool
    private let chose: @Sendable (MediaTime) -> Void
    private let received: @Sendable (CapturePhoto) -> Void
    private let ended: @Sendable (FacecapError?) -> Void
    private let failure = Mutex<FacecapError?>(nil)

    /// - Parameters:
    ///   - scene: the camera, which is named where there are several.
    ///   - saysShortfalls: whether it is said at once that frames ended too early, rather than by whoever
    ///     knows why.
    ///   - chose: handed the session time of each frame that becomes a photo, before that is made, on a thread of the
    ///     session.
    ///   - received: handed each photo, on the thread `fc.photo`.
    ///   - ended: called when no more photos come, with the reason why they are too few.
    init(
        console: RunConsole, scene: RunScene? = nil, saysShortfalls: Bool = true,
        chose: @escaping @Sendable (MediaTime) -> Void = { _ in },
        received: @escaping @Sendable (CapturePhoto) -> Void = { _ in },
        ended: @escaping @Sendable (FacecapError?) -> Void = { _ in }
    ) {
        self.console = console
        self.scene = scene
        self.saysShortfalls = saysShortfalls
        self.chose = chose
        self.received = received
        self.ended = ended
    }

    /// Tells the user something.
    func say(_ message: String) { console.say(named(message)) }

    private func named(_ message: String) -> String { scene?.named(message) ?? message }

    /// Why there are fewer photos than were asked for; `nil` where there are not.
    var error: FacecapError? { failure.withLock { $0 } }

    func photoOutput(_ output: CapturePhotoOutput, willMakePhotoOfFrameAt time: MediaTime) {
        chose(time)
    }

    func photoOutput(_ output: CapturePhotoOutput, didFinishProcessing photo: CapturePhoto) {
        if let path = photo.path {
            let faces = photo.faces.count.counted("face")
            var parts = ["\(photo.width)x\(photo.height)", faces]
            if let exposure = photo.metadata.exposure {
                if exposure.isBracketed, let bias = exposure.targetBias {
                    parts.append("exposure bias \(InspectionPage.number(bias)) EV")
                } else if exposure.isBracketed, let duration = exposure.duration {
                    parts.append(PhotoInspection.text(ofExposure: duration))
                }
                if exposure.didFlash == true { parts.append("with flash") }
            }
            if let depth = photo.depth?.path { parts.append("distances in \(depth)") }
            console.remark(named("saved \(path): " + parts.joined(separator: ", ")))
        }
        received(photo)
    }

    func photoOutput(
        _ output: CapturePhotoOutput, didFinishCaptureFor settings: CapturePhotoSettings,
        error: FacecapError?
    ) {
        failure.withLock { $0 = error }
        if let error, saysShortfalls || error.code != .invalidState {
            // No option replaces a file by a still of something else.
            say(scene == nil ? error.message : error.ofCommand.message)
        }
        ended(error)
    }
}
