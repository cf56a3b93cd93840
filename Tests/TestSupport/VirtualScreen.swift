// SPDX-License-Identifier: Apache-2.0
import Foundation

/// An X server without a screen, `Xvfb`, whose image is a file that tests write; ended with the value.
public final class VirtualScreen: Sendable {
    /// Whether there is such a server.
    public static let isAvailable = FileManager.default.isExecutableFile(atPath: "/usr/bin/Xvfb")

    /// What `DISPLAY` is to be.
    public let display: String
    private let server: RunningCommand
    private let folder: TemporaryFolder

    /// Starts a server that has a screen of a size and gives itself a free number.
    public init(width: Int, height: Int, extensions: [String] = []) async throws {
        folder = try TemporaryFolder()
        server = try CommandRunner.startBeside(
            [
                "/usr/bin/Xvfb", "-displayfd", "1", "-screen", "0", "\(width)x\(height)x24",
                "-fbdir",
                folder.path, "-nolisten", "tcp",
            ] + extensions)
        guard await server.waitForLines(1), let number = Int(server.output.prefix { $0 != "\n" })
        else { throw CocoaError(.featureUnsupported) }
        display = ":\(number)"
    }

    /// Shows pixels of blue, green, red and a byte without meaning, as many as the screen has.
    ///
    /// The file is an X Window Dump: its header says in big-endian words how long it is itself and, as the
    /// twentieth, how many colors of twelve bytes follow it.
    public func show(_ pixels: [UInt8]) throws {
        let file = try FileHandle(forUpdating: URL(filePath: folder.path + "/Xvfb_screen0"))
        defer { try? file.close() }
        let header = Array(try file.read(upToCount: 100) ?? Data())
        func word(_ index: Int) -> Int {
            header[index * 4..<index * 4 + 4].reduce(0) { $0 << 8 | Int($1) }
        }
        try file.seek(toOffset: UInt64(word(0) + word(19) * 12))
        try file.write(contentsOf: pixels)
    }

    /// Ends the server, as a crash of it does.
    public func end() async {
        server.send(SIGKILL)
        _ = await server.result()
    }

    /// SIGTERM may be blocked in the server, as in the thread that started it; killed, it leaves its lock
    /// and its socket behind.
    deinit {
        server.send(SIGKILL)
        let number = display.dropFirst()
        for path in ["/tmp/.X\(number)-lock", "/tmp/.X11-unix/X\(number)"] {
            try? FileManager.default.removeItem(atPath: path)
        }
    }
}
