// SPDX-License-Identifier: Apache-2.0
import Facecap
import Synchronization

/// Hears what becomes of the photos of a call, tells its user, and says when it is over.
final class PhotoMonitor: CapturePhotoCaptureDelegate {
    /// Tells the user something.
    let say: @Sendable (String) -> Void
    private let isQuiet: Bool
    private let saysShortfalls: Bool
    private let received: @Sendable (CapturePhoto) -> Void
    private let ended: @Sendable (FacecapError?) -> Void
    private let failure = Mutex<FacecapError?>(nil)

    /// - Parameters:
    ///   - saysShortfalls: whether it is said at once that frames ended too early, rather than by whoever
    ///     knows why.
    ///   - received: handed each photo, on the thread `fc.photo`.
    ///   - ended: called when no more photos come, with the reason why they are too few.
    init(
        isQuiet: Bool, saysShortfalls: Bool = true, say: @escaping @Sendable (String) -> Void,
        received: @escaping @Sendable (CapturePhoto) -> Void = { _ in },
        ended: @escaping @Sendable (FacecapError?) -> Void = { _ in }
    ) {
        self.isQuiet = isQuiet
        self.saysShortfalls = saysShortfalls
        self.say = say
        self.received = received
        self.ended = ended
    }

    /// A monitor that tells of stills alone.
    convenience init(isQuiet: Bool, console: RunConsole) {
        self.init(isQuiet: isQuiet, say: { console.say($0) })
    }

    /// Why there are fewer photos than were asked for; `nil` where there are not.
    var error: FacecapError? { failure.withLock { $0 } }

    func photoOutput(_ output: CapturePhotoOutput, didFinishProcessing photo: CapturePhoto) {
        if !isQuiet, let path = photo.path {
            let faces = photo.faces.count == 1 ? "1 face" : "\(photo.faces.count) faces"
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
            say("saved \(path): " + parts.joined(separator: ", "))
        }
        received(photo)
    }

    func photoOutput(
        _ output: CapturePhotoOutput, didFinishCaptureFor settings: CapturePhotoSettings,
        error: FacecapError?
    ) {
        failure.withLock { $0 = error }
        if let error, saysShortfalls || error.code != .invalidState { say(error.message) }
        ended(error)
    }
}
