// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc

/// Resident memory of the program on the synthetic camera from minute 1 to minute 10.
enum MemoryGrowth {
    static func report(facecap: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: facecap)
        process.arguments = ["live", "--json", "--source", "synthetic", "--duration", "10m30s"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        defer { process.terminate() }
        sleep(60)
        let early = try residentKilobytes(of: process.processIdentifier)
        sleep(540)
        let late = try residentKilobytes(of: process.processIdentifier)
        var table = Table("resident memory", "MB", "bound")
        table.add("after 1 minute", (early / 1000).text(1), "")
        table.add("after 10 minutes", (late / 1000).text(1), "")
        table.add("growth", ((late - early) / 1000).text(2), "< 2")
        table.print()
    }

    static func residentKilobytes(of pid: Int32) throws -> Double {
        let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
        guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
            let kilobytes = line.split(separator: " ").dropFirst().first.flatMap({ Double($0) })
        else { throw BenchmarkError("no VmRSS of process \(pid)") }
        return kilobytes
    }
}
