// SPDX-License-Identifier: Apache-2.0
import Foundation

/// What a window with the images costs beyond `facecap live`, on an X server without a graphics card.
struct PreviewCost {
    let facecap: String

    /// Three times ten seconds of the synthetic camera at 30 frames a second with the window, and as many
    /// without it, in turn.
    func report() throws {
        let server = try Server()
        defer { server.end() }
        setenv("DISPLAY", server.display, 1)
        let live = [facecap, "live", "--json", "--source", "synthetic", "--duration", "10s"]
        var without: [Double] = []
        var with: [Double] = []
        for _ in 0..<3 {
            without.append(try share(of: live))
            with.append(try share(of: live + ["--preview"]))
        }
        var table = Table("720p30", "share of one core (median of 3)", "beyond", "bound")
        table.add("facecap live", without.median.text(3), "", "")
        table.add(
            "facecap live --preview", with.median.text(3), (with.median - without.median).text(3),
            "<= 0.10")
        table.print()
    }

    private func share(of arguments: [String]) throws -> Double {
        let run = try ChildRun(arguments)
        return run.cpuSeconds / run.wallSeconds
    }

    /// An X server that draws nowhere.
    private struct Server {
        let display: String
        private let process = Process()

        init() throws {
            let numbers = Pipe()
            process.executableURL = URL(filePath: "/usr/bin/Xvfb")
            process.arguments = ["-displayfd", "1", "-screen", "0", "1280x720x24"]
            process.standardOutput = numbers
            process.standardError = FileHandle.nullDevice
            try process.run()
            let text = String(decoding: numbers.fileHandleForReading.availableData, as: UTF8.self)
            guard let number = Int(text.prefix { $0 != "\n" }) else {
                throw BenchmarkError("Xvfb does not start")
            }
            display = ":\(number)"
        }

        func end() { process.terminate() }
    }
}
