// SPDX-License-Identifier: Apache-2.0
internal import CaptureControls
internal import CaptureSamples
internal import FaceCapture
internal import FaceValues

/// Changes cameras for photos and makes them what they were; used by one thread.
final class PhotoCamera {
    /// What a call has changed.
    private struct Memory {
        let controls: any CameraControlling
        var bias: Double?
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
            memory.bias = memory.bias ?? before
            return after.exposureTargetBias.value != before
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
        memories[work.callID]?.flash = nil
        didFlash = try controls.endFlash(flash)
    }

    /// How a photo was exposed; it is asked for once.
    func exposure(of callID: Int, photo number: Int) -> CapturePhoto.Exposure? {
        exposures.removeValue(forKey: Photo(callID: callID, number: number))
    }

    /// Makes everything what it was before a call.
    func restore(callID: Int) throws(FacecapError) {
        guard let memory = memories.removeValue(forKey: callID) else { return }
        known = nil
        if let flash = memory.flash { try memory.controls.endFlash(flash) }
        guard let bias = memory.bias else { return }
        try memory.controls.withConfigurationLock { _, changes in
            changes.exposureTargetBias = bias
        }
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
