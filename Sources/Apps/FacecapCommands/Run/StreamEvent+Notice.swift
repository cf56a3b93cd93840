// SPDX-License-Identifier: Apache-2.0
import Facecap

extension StreamEvent {
    /// The event that tells of a notice; `nil` for an end at which nothing went wrong.
    init?(_ notice: CaptureDelivery.Notice) {
        switch notice {
        case .lost(let count): self = .lost(count: count)
        case .lostAudio(let count): self = .lostAudio(count: count)
        case .interrupted(let reason): self = .interrupted(reason: reason)
        case .interruptionEnded(let gap):
            self = .resumed(gapMilliseconds: gap.wholeDuration.map { $0.seconds * 1000 })
        case .systemPressure(let state): self = .systemPressure(state)
        case .subjectAreaChanged: self = .subjectAreaChanged
        case .frameDurationChanged(let duration):
            self = .frameRateChanged(1 / duration.seconds)
        case .warning(let error): self = .warning(error)
        case .ended(.error(let error)): self = .error(error)
        case .ended: return nil
        }
    }
}
