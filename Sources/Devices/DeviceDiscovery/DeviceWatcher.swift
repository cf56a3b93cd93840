// SPDX-License-Identifier: Apache-2.0
package import FaceValues
import SystemSupport

/// Watches cameras and microphones come and go, on a thread of its own (`fc.devices`), until it is
/// stopped or released.
///
/// What happens within a fifth of a second becomes one look at the devices, so that a camera that is
/// plugged in, with all its nodes, is one event. Whether a device is busy is no event.
package final class DeviceWatcher: Sendable {
    /// The devices that were there at first.
    package let devices: [DiscoveredDevice]
    private let wake: WakeEvent
    private let thread: WorkerThread

    /// Begins to watch: events are told from here on.
    ///
    /// - Parameter handler: gets the events in their order, on the watcher's thread.
    /// - Throws: `.systemFailed` when the system has no more watches or threads.
    package convenience init(
        handler: @escaping @Sendable (Event) -> Void
    ) throws(FacecapError) {
        try self.init(folder: "/dev", list: DiscoveredDevice.all, handler: handler)
    }

    init(
        folder: String, milliseconds: Int32 = 200,
        list: @escaping @Sendable () -> [DiscoveredDevice],
        handler: @escaping @Sendable (Event) -> Void
    ) throws(FacecapError) {
        let wake = try WakeEvent()
        let nodes = try NodeEvents(folder: folder, wake: wake.descriptor)
        let first = list()
        self.wake = wake
        devices = first
        thread = try WorkerThread(name: "fc.devices") {
            var known = first
            while nodes.wait() {
                wake.wait(milliseconds: milliseconds)
                let now = list()
                for event in Event.events(from: known, to: now) { handler(event) }
                known = now
            }
        }
    }

    /// Ends the watching; returns when no handler runs any more. Not from a handler.
    package func stop() {
        wake.signal()
        thread.join()
    }

    deinit { wake.signal() }
}
