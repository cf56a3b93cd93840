import FaceValues
import Glibc

/// The cameras of this machine, from `/sys/class/video4linux` and what the nodes say themselves.
public enum CameraCatalogue {
    /// All cameras by the number of their node; those that cannot be opened come with the reason.
    ///
    /// Nodes that capture no pictures, such as those for metadata, are left out. It opens each node
    /// for a moment, which disturbs nobody who streams from it.
    public static func cameras() -> [CameraDescription] {
        cameras(below: "/sys/class/video4linux", calls: LinuxVideoDeviceCalls())
    }

    static func cameras(below folder: String, calls: any VideoDeviceCalls) -> [CameraDescription] {
        nodeNumbers(in: folder).compactMap { number in
            camera(
                path: "/dev/video\(number)", attributes: "\(folder)/video\(number)", calls: calls)
        }
    }

    private static func camera(path: String, attributes: String, calls: any VideoDeviceCalls)
        -> CameraDescription?
    {
        let name = text(of: "\(attributes)/name") ?? path
        do {
            let capability = try CameraDevice(path: path, calls: calls).capability()
            guard capability.isCamera else { return nil }
            return CameraDescription(
                path: path, name: name, driver: capability.driver, bus: capability.bus)
        } catch {
            // What a closed node does is unknown, but a device's further nodes (index 1, 2, ...) are
            // hardly ever cameras.
            guard text(of: "\(attributes)/index") ?? "0" == "0" else { return nil }
            return CameraDescription(path: path, name: name, unavailability: error)
        }
    }

    private static func nodeNumbers(in folder: String) -> [UInt] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var numbers: [UInt] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            let digits = name.dropFirst("video".count)
            guard name.hasPrefix("video"), let number = UInt(digits), "\(number)" == digits
            else { continue }
            numbers.append(number)
        }
        return numbers.sorted()
    }

    /// The one line of an attribute; `nil` when it is missing or empty.
    private static func text(of attribute: String) -> String? {
        guard let file = fopen(attribute, "re") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = fread(&bytes, 1, bytes.count, file)
        let line = String(decoding: bytes.prefix(count), as: UTF8.self).onOneLine
        return line.isEmpty ? nil : line
    }
}
