// SPDX-License-Identifier: Apache-2.0
public import FaceValues
import Glibc
internal import SystemSupport

/// Which way the user says that cameras look, in a small file of theirs: a line for each camera, its position, a
/// space, and what it is known by.
struct CameraPositions {
    /// What a file may have at most: a line for each of some hundred cameras.
    private static let maximumBytes = 65_536

    /// Where the file is; `nil` where the user has no home.
    let path: String?

    /// The user's own: `facecap/camera-positions` in `$XDG_CONFIG_HOME`, else in `~/.config`.
    static var user: CameraPositions {
        func folder(_ name: String) -> String? {
            getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        let folder = folder("XDG_CONFIG_HOME") ?? folder("HOME").map { $0 + "/.config" }
        return CameraPositions(path: folder.map { $0 + "/facecap/camera-positions" })
    }

    /// What the user said of each camera, by its key; empty where they said nothing, or the file cannot be read.
    var positions: [String: CameraDescription.Position] {
        guard let path, let lines = try? Self.lines(of: path) else { return [:] }
        var positions: [String: CameraDescription.Position] = [:]
        for line in lines {
            let words = line.split(separator: " ", maxSplits: 1)
            guard words.count == 2,
                let position = CameraDescription.Position(rawValue: String(words[0]))
            else { continue }
            positions[String(words[1])] = position
        }
        return positions
    }

    /// The lines of the file; none where there is no file.
    private static func lines(of path: String) throws(FacecapError) -> [Substring] {
        do throws(FacecapError) {
            let bytes = try Files.read(path, limit: maximumBytes, unusable: .mediaUnreadable)
            return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        } catch {
            guard error.code == .sourceNotFound else { throw error }
            return []
        }
    }

    /// Keeps which way a camera looks; with `nil` forgets it.
    ///
    /// Throws `outputFailed` where the file cannot be written, and why it cannot be read.
    func set(
        _ position: CameraDescription.Position?, of identity: CameraDescription.Identity
    ) throws(FacecapError) {
        guard let path else {
            throw FacecapError(
                .outputFailed, "Nothing can be kept without a home folder; set HOME.")
        }
        var lines = try Self.lines(of: path).filter {
            $0.split(separator: " ", maxSplits: 1).last.map(String.init) != identity.key
        }
        if let position { lines.append("\(position.rawValue) \(identity.key)") }
        try Files.makeFolder(Files.folder(of: path))
        try AtomicFile.write(
            Array(lines.map { $0 + "\n" }.joined().utf8), to: path, overwriting: true)
    }
}

extension CameraDescription.Identity {
    /// One line that is the same for the same camera: one with a serial number wherever it is plugged in.
    fileprivate var key: String {
        guard let usb else { return "\(device) \(index) \(name)" }
        let product = [usb.vendorID, usb.productID].map { String($0, radix: 16) }
            .joined(separator: ":")
        return "usb \(product) \(usb.serial ?? "at \(usb.port)") \(usb.interface) \(index)"
    }

    /// Which way the user says that the camera looks; `nil` where they said nothing.
    func position(
        in positions: [String: CameraDescription.Position]
    ) -> CameraDescription.Position? { positions[key] }
}

extension CameraDescription {
    /// Keeps which way the camera looks, for this user and every program that uses facecap; with `nil` forgets it,
    /// and what the firmware says holds again.
    ///
    /// A USB camera with a serial number is known by it, others by where they are plugged in.
    ///
    /// - Throws: `.outputFailed` where that cannot be written; `.invalidArgument` for a camera that the system
    ///   does not know.
    public func setPosition(_ position: Position?) throws(FacecapError) {
        guard let identity else {
            throw FacecapError(
                .invalidArgument,
                "\(path) has no identity by which the system knows it again; name a camera that "
                    + "facecap devices lists.")
        }
        try CameraPositions.user.set(position, of: identity)
    }
}
