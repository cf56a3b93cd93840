// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Facecap

/// What the user of a preview chooses that cameras look at. Drivers are asked on the switcher's queue, as they may
/// take long.
struct CameraChoice: Sendable {
    let live: RunSession
    let switcher: CameraSwitcher

    /// Has a camera focus and expose for a point of its stored frame, as far as it can.
    func setPointOfInterest(_ point: Point, of camera: Int) {
        guard live.cameras.indices.contains(camera) else { return }
        let input = live.cameras[camera].input
        let (device, point) = (input.device, input.devicePoint(ofStored: point))
        switcher.queue.async {
            do throws(FacecapError) {
                var isPossible = false
                try device.controls?.withConfigurationLock { state, changes in
                    changes = Self.changes(toward: point, in: state)
                    isPossible = !changes.values.isEmpty
                }
                if !isPossible {
                    switcher.say("\(device.localizedName) has no point of focus or exposure")
                }
            } catch {
                switcher.say(error.message)
            }
        }
    }

    /// What a point of interest is set by: focus and exposure, or the one of them that the camera has.
    static func changes(toward point: Point, in state: CaptureControl.State)
        -> CaptureControl.Changes
    {
        var changes = CaptureControl.Changes()
        if state[.focusPointOfInterest] != nil { changes.focusPointOfInterest = point }
        if state[.exposurePointOfInterest] != nil { changes.exposurePointOfInterest = point }
        return changes
    }
}
