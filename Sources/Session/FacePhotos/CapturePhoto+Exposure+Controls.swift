// SPDX-License-Identifier: Apache-2.0
internal import CaptureControls

extension CapturePhoto.Exposure {
    /// What a camera's controls tell, where they tell anything.
    init?(_ state: CaptureControl.State, _ settings: CapturePhotoSettings, didFlash: Bool?) {
        func number(_ name: CaptureControl.Name) -> Double? {
            guard case .number(let number)? = state[name]?.valueInUse, number.isFinite else {
                return nil
            }
            return number
        }
        duration = number(.exposureDuration).flatMap { $0 > 0 ? $0 : nil }
        iso = number(.iso).flatMap { $0 > 0 ? $0 : nil }
        // A camera that is told how to expose has no bias.
        targetBias = state.exposureMode.value == .custom ? nil : number(.exposureTargetBias)
        self.didFlash = state.hasFlash ? didFlash ?? false : nil
        flashMode = settings.flashMode
        isBracketed = settings.bracket != nil
        guard duration != nil || iso != nil || targetBias != nil || self.didFlash != nil else {
            return nil
        }
    }
}

extension CaptureControl.State {
    /// Whether there is a lamp that flashes.
    var hasFlash: Bool {
        guard case .choices(let words)? = self[.flashMode]?.domain else { return false }
        return words.contains(CaptureControl.LampMode.on.rawValue)
    }
}
