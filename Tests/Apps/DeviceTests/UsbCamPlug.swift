// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc

/// The plug of the USB camera: its program, whose end is what unplugging is.
struct UsbCamPlug {
    private static let numberPath = "/run/usbcam.pid"
    private let words: [String]

    /// Takes the camera out.
    static func pull() throws -> UsbCamPlug {
        let text = try String(contentsOfFile: numberPath, encoding: .utf8)
        let digits = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let number = try Int32(digits, format: .number)
        let line = try Data(contentsOf: URL(filePath: "/proc/\(number)/cmdline"))
        let words = line.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        // One that was put in by a test ignores other signals, as the tests do.
        kill(number, SIGKILL)
        return UsbCamPlug(words: words)
    }

    /// Puts it in again. It stays when the tests are over, and takes no place among the programs that
    /// tests wait for.
    func push() throws {
        let process = Process()
        process.executableURL = URL(filePath: words[0])
        process.arguments = Array(words.dropFirst())
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        try "\(process.processIdentifier)\n".write(
            toFile: Self.numberPath, atomically: false, encoding: .utf8)
    }
}
