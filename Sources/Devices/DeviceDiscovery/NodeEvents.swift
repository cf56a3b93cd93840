// SPDX-License-Identifier: Apache-2.0
import CLinux
import FaceValues
import Glibc

/// Nodes of devices that are made, go away, or get other permissions: `inotify` on their folders.
///
/// The kernel makes the nodes, or udev does, which also sets their permissions; both show here, in
/// containers too. Source: inotify(7).
final class NodeEvents: Sendable {
    private let inotify: Int32
    private let wake: Int32
    private let folder: String
    private static let mask = UInt32(
        IN_CREATE | IN_DELETE | IN_ATTRIB | IN_MOVED_TO | IN_MOVED_FROM)

    /// Events in a folder such as `/dev`, and in its folder `snd` when there is one, until `wake` is
    /// readable.
    init(folder: String, wake: Int32) throws(FacecapError) {
        inotify = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        self.wake = wake
        self.folder = folder
        guard inotify >= 0, inotify_add_watch(inotify, folder, Self.mask) >= 0 else {
            let number = errno
            throw FacecapError(
                .systemFailed,
                "\(folder) cannot be watched: raise the limits (sysctl fs.inotify.max_user_watches, "
                    + "fs.inotify.max_user_instances; ulimit -n).",
                errno: number)
        }
        watchSoundCards()
    }

    deinit { if inotify >= 0 { close(inotify) } }

    /// Waits for an event that concerns a device, for ever; `false` once `wake` is readable.
    func wait() -> Bool {
        var polled = [
            pollfd(fd: inotify, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            guard poll(&polled, 2, -1) > 0 else { continue }
            if polled[1].revents != 0 { return false }
            if readNames().contains(where: Self.isDevice) { return true }
        }
    }

    /// Cameras are `video0`; sound cards have a `controlC0`; an empty name is an overflow.
    private static func isDevice(_ name: String) -> Bool {
        name.isEmpty || name == "snd" || name.hasPrefix("video") || name.hasPrefix("controlC")
            || name.hasPrefix("pcmC")
    }

    private func readNames() -> [String] {
        var names: [String] = []
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let count = read(inotify, &bytes, bytes.count)
        let head = MemoryLayout<inotify_event>.size
        var place = 0
        while place + head <= count {
            let length = bytes.withUnsafeBytes {
                Int($0.loadUnaligned(fromByteOffset: place + 12, as: UInt32.self))
            }
            let end = min(place + head + length, count)
            let name = bytes[(place + head)..<end].prefix { $0 != 0 }
            names.append(String(decoding: name, as: UTF8.self))
            place = end
        }
        // The folder comes with the first sound card.
        if names.contains("snd") { watchSoundCards() }
        return names
    }

    private func watchSoundCards() {
        _ = inotify_add_watch(inotify, "\(folder)/snd", Self.mask)
    }
}
