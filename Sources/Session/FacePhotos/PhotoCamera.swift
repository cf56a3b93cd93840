// SPDX-License-Identifier: Apache-2.0
internal import CaptureControls
internal import CaptureSamples
internal import FaceCapture
internal import FaceValues

/// Changes cameras for photos and makes them what they were; used by one thread.
final class PhotoCamera {
    /// What a call has changed.
    fileprivate struct Memory {
        let controls: any CameraControlling
        /// What makes the exposure what it was; `nil` where it was not changed.
        var before: CaptureControl.Changes?
        /// What an automatic exposure may bring along, as it was set.
        var beside = CaptureControl.Changes()
        var flash: CaptureControl.Flash?
    }

    /// A photo of a call.
    private struct Photo: Hashable {
        let callID: Int
        let number: Int
    }

    /// How long what the controls told is taken for what they are, in nanoseconds: of a burst it is asked for now
    /// and then.
    private static let validity: Int64 = 250_000_000

    private var memories: [Int: Memory] = [:]
    private var exposures: [Photo: CapturePhoto.Exposure] = [:]
    private var known: (device: String, state: CaptureControl.State, time: Int64)?

    /// Brings a camera to what the next photo needs; whether it was something else before.
    func change(_ work: CameraWork, to need: CameraNeed) throws(FacecapError) -> Bool {
        if memories[work.callID] == nil { try work.settings.check(work.device) }
        guard let controls = work.device.controls else { return false }
        known = nil
        var memory = memories[work.callID] ?? Memory(controls: controls)
        defer { memories[work.callID] = memory }
        switch need {
        case .flash:
            memory.flash = try controls.beginFlash()
            return true
        case .bias(let bias):
            var before: Double?
            let after = try controls.withConfigurationLock { state, changes in
                before = state.exposureTargetBias.value
                changes.exposureTargetBias = bias
            }
            if memory.before == nil {
                var changes = CaptureControl.Changes()
                changes.exposureTargetBias = before
                memory.before = changes
            }
            return after.exposureTargetBias.value != before
        case .duration(let duration):
            var before = CaptureControl.State([])
            let after = try controls.withConfigurationLock { state, changes in
                before = state
                changes.exposureDuration = duration
            }
            if memory.before == nil { memory.note(exposureOf: before) }
            return after.exposureDuration.value != before.exposureDuration.value
                || after.exposureMode.value != before.exposureMode.value
        }
    }

    /// Notes how the nth photo of a call was exposed, and lets the lamp rest.
    func note(_ work: CameraWork, photo number: Int) throws(FacecapError) {
        guard let controls = work.device.controls else { return }
        let state = try? state(of: work.device, controls)
        var didFlash: Bool?
        defer {
            exposures[Photo(callID: work.callID, number: number)] = state.flatMap {
                CapturePhoto.Exposure($0, work.settings, didFlash: didFlash)
            }
        }
        guard let flash = memories[work.callID]?.flash else { return }
        didFlash = try controls.endFlash(flash)
        memories[work.callID]?.flash = nil
    }

    /// How a photo was exposed; it is asked for once.
    func exposure(of callID: Int, photo number: Int) -> CapturePhoto.Exposure? {
        exposures.removeValue(forKey: Photo(callID: callID, number: number))
    }

    /// Forgets how photos of a call were exposed that are not made any more.
    func forgetExposures(ofCallID callID: Int) {
        exposures = exposures.filter { $0.key.callID != callID }
    }

    /// Makes everything what it was before a call.
    func restore(callID: Int) throws(FacecapError) {
        guard let memory = memories.removeValue(forKey: callID) else { return }
        known = nil
        if let flash = memory.flash { try memory.controls.endFlash(flash) }
        guard let before = memory.before else { return }
        let after = try memory.controls.withConfigurationLock { _, changes in changes = before }
        let changed = memory.beside.values.filter { after[$0.key]?.isActive == false }
        guard !changed.isEmpty else { return }
        try memory.controls.withConfigurationLock { _, changes in changes.values = changed }
    }

    /// Makes everything what it was; at the end, when nobody could be told of an error.
    func restoreAll() {
        for callID in memories.keys.sorted() { try? restore(callID: callID) }
    }

    private func state(
        of device: CaptureDevice, _ controls: any CameraControlling
    ) throws(FacecapError) -> CaptureControl.State {
        let now = MonotonicClock.nowNanoseconds
        if let known, known.device == device.uniqueID, now - known.time < Self.validity {
            return known.state
        }
        let state = try controls.state()
        known = (device.uniqueID, state, now)
        return state
    }
}

extension PhotoCamera.Memory {
    /// Notes an exposure that is changed by hand from now on.
    fileprivate mutating func note(exposureOf state: CaptureControl.State) {
        var changes = CaptureControl.Changes()
        switch state.exposureMode.value {
        case nil, .custom, .shutterPriority: changes.exposureDuration = state.exposureDuration.value
        case let mode?:
            changes.exposureMode = mode
            for name in [CaptureControl.Name.iso, .gain] {
                guard let control = state[name], control.isActive, !control.isReadOnly else {
                    continue
                }
                beside.values[name] = control.value
            }
        }
        before = changes
    }
}
