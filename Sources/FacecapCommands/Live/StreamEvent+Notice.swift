import Facecap

extension StreamEvent {
    /// The event that tells of a notice.
    init(_ notice: CaptureNotice) {
        self =
            switch notice {
            case .lost(let count): .lost(count: count)
            case .lostSound(let count): .lostSound(count: count)
            case .interrupted(let reason): .interrupted(reason: reason)
            case .interruptionEnded: .resumed
            case .warning(let error): .warning(error)
            }
    }
}
