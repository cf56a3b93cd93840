// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Facecap

/// What the user of a preview chooses of the cameras: which one is used, and what it looks at. Drivers
/// are asked on the switcher's queue, as they may take long.
struct CameraChoice: Sendable {
    private let live: RunSession
    private let switcher: CameraSwitcher

    init(live: RunSession, switcher: CameraSwitcher) {
        self.live = live
        self.switcher = switcher
    }

    /// Goes on with the camera that follows the one in use, in a circle.
    func next() {
        switcher.queue.async {
            let paths = CameraCatalogue.cameras().filter { $0.unavailability == nil }.map(\.path)
            let current = live.cameras[0].input.device.uniqueID
            guard let next = Self.path(after: current, among: paths) else {
                return switcher.say("the camera stays: there is no other one")
            }
            switcher.switchCamera(to: next)
        }
    }

    /// The path that follows `current`, the first one where `current` is none of them; `nil` where that
    /// would be no other one.
    static func path(after current: String, among paths: [String]) -> String? {
        let next = paths.firstIndex(of: current).map { ($0 + 1) % paths.count } ?? 0
        return paths.indices.contains(next) && paths[next] != current ? paths[next] : nil
    }

    /// Has a camera focus and expose for a point of its stored frame, as far as it can.
    func setPointOfInterest(_ point: Point, of camera: Int) {
        guard live.cameras.indices.contains(camera) else { return }
        let device = live.cameras[camera].input.device
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
