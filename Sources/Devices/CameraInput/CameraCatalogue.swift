// SPDX-License-Identifier: Apache-2.0
package import FaceValues
internal import SystemSupport

/// The cameras of this machine, from `/sys/class/video4linux` and what the nodes say themselves.
package enum CameraCatalogue {
    /// Where the kernel lists its video nodes.
    static let systemFolder = "/sys/class/video4linux"

    /// All cameras by the number of their node; those that cannot be opened come with the reason.
    ///
    /// Nodes that capture no frames, such as those for metadata, are left out. It opens each node
    /// for a moment, which disturbs nobody who streams from it.
    package static func cameras() -> [CameraDescription] {
        cameras(
            below: systemFolder, calls: LinuxVideoDeviceCalls(), positions: CameraPositions.user)
    }

    /// The camera behind a node such as `/dev/video0`, or behind a link to one; `nil` when it is
    /// none of this machine's cameras.
    package static func camera(at path: String) -> CameraDescription? {
        let node = node(at: path)
        guard let number = nodeNumbers(in: systemFolder).first(where: { node == "/dev/video\($0)" })
        else { return nil }
        return camera(
            number, below: systemFolder, calls: LinuxVideoDeviceCalls(),
            positions: CameraPositions.user.positions)
    }

    /// What a camera offers, in the driver's order.
    ///
    /// Throws what opening the camera throws, `.deviceDisconnected` when it goes away.
    package static func formats(at path: String) throws(FacecapError) -> [CameraDescription.Format]
    {
        try CameraDevice(path: path, calls: LinuxVideoDeviceCalls()).formats()
    }

    /// The node a camera has now; `nil` while it is away.
    ///
    /// - Parameters:
    ///   - node: the one that is meant of several that nothing else tells apart.
    ///   - otherPorts: the USB ports at which a camera with its serial number is another one.
    static func path(
        of identity: CameraDescription.Identity, preferring node: String? = nil,
        besides otherPorts: Set<String> = [], below folder: String
    ) -> String? {
        let nodes = nodeNumbers(in: folder).map { number in
            ("/dev/video\(number)", SystemAttributes(of: "\(folder)/video\(number)").identity)
        }
        let inPlace = nodes.filter { identity.isInPlace($0.1) }
        let moved = nodes.filter { _, other in
            identity.matches(other) && other.usb.map { otherPorts.contains($0.port) } != true
        }
        let found =
            inPlace.first { $0.0 == node } ?? inPlace.first
            ?? (moved.count == 1 ? moved.first : nil)
        return found?.0
    }

    /// The USB ports of the other cameras that have the serial number of one that is there; none while it is away.
    static func ports(
        ofOthersThan identity: CameraDescription.Identity, below folder: String
    ) -> Set<String> {
        let all = nodeNumbers(in: folder).map {
            SystemAttributes(of: "\(folder)/video\($0)").identity
        }
        guard all.contains(where: { identity.isInPlace($0) }) else { return [] }
        let ports = all.filter { identity.matches($0) }.compactMap { $0.usb?.port }
        return Set(ports.filter { $0 != identity.usb?.port })
    }

    /// The node that a path names, or a link to it.
    static func node(at path: String) -> String { Files.resolved(path) ?? path }

    static func cameras(
        below folder: String, calls: any VideoDeviceCalls,
        positions: CameraPositions = CameraPositions(path: nil)
    ) -> [CameraDescription] {
        let positions = positions.positions
        return nodeNumbers(in: folder).compactMap {
            camera($0, below: folder, calls: calls, positions: positions)
        }
    }

    private static func camera(
        _ number: UInt, below folder: String, calls: any VideoDeviceCalls,
        positions: [String: CameraDescription.Position]
    ) -> CameraDescription? {
        let path = "/dev/video\(number)"
        let attributes = SystemAttributes(of: "\(folder)/video\(number)")
        let name = attributes.name ?? path
        let position = attributes.identity.position(in: positions) ?? attributes.position
        do {
            let device = try CameraDevice(path: path, calls: calls)
            let capability = try device.capability()
            guard capability.isCamera else { return nil }
            return CameraDescription(
                path: path, name: name, driver: capability.driver, bus: capability.bus,
                identity: attributes.identity, position: position,
                isBusy: device.isBusy)
        } catch {
            // What a closed node does is unknown, but a device's further nodes (index 1, 2, ...) are
            // hardly ever cameras.
            guard attributes.index == 0 else { return nil }
            return CameraDescription(
                path: path, name: name, identity: attributes.identity,
                position: position, isBusy: error.code == .deviceBusy,
                unavailability: error)
        }
    }

    private static func nodeNumbers(in folder: String) -> [UInt] {
        let names = (try? Files.names(in: folder)) ?? []
        return names.compactMap { name in
            let digits = name.dropFirst("video".count)
            guard name.hasPrefix("video"), let number = UInt(digits), "\(number)" == digits else {
                return nil
            }
            return number
        }.sorted()
    }
}
