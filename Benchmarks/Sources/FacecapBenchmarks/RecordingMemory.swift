// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Resident memory of a recording of an hour, made as fast as it goes, beside what its tables need.
enum RecordingMemory {
    /// 30 frames a second for an hour; each is a sample of images and one of faces, of which few are
    /// looked at, so that it takes minutes.
    private static let frameCount = 108_000
    private static let samplesAFrame = 2

    static func report(facecap: String) throws {
        let path = FileManager.default.temporaryDirectory
            .appending(path: "facecap-benchmarks-\(getpid()).mp4").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: facecap)
        process.arguments = [
            "record", path, "--json", "--detector", "haar", "--region", "0,0,0.1,0.1",
            "--detect-every", "100", "--source",
            "synthetic:size=64x64,fps=30,pace=fast,frames=\(frameCount)",
        ]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        defer { process.terminate() }
        var table = Table("record, 64x64, an hour", "MB", "bytes a sample", "bound")
        var lineCount = 0
        var base: Double?
        for share in [1, 4, 9] {
            let count = frameCount / 10 * share
            while lineCount < count {
                let bytes = output.fileHandleForReading.availableData
                if bytes.isEmpty { throw BenchmarkError("the recording ended too early") }
                lineCount += bytes.count { $0 == UInt8(ascii: "\n") }
            }
            let resident = try MemoryGrowth.residentKilobytes(of: process.processIdentifier) * 1000
            let text = base.map { base in
                let samples = (count - frameCount / 10) * samplesAFrame
                return ((resident - base) / Double(samples)).text(1)
            }
            table.add(
                "after \(count) frames", (resident / 1e6).text(1), text ?? "",
                base == nil ? "" : "<= 64")
            base = base ?? resident
        }
        table.print()
    }
}
