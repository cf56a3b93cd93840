// Prints what facecap costs, as ratios measured side by side where the machine's speed would show.
//
//     FacecapBenchmarks FACECAP          everything but the ten minutes of memory
//     FacecapBenchmarks FACECAP memory   resident memory from minute 1 to minute 10
import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
do {
    switch (arguments.first, arguments.dropFirst().first) {
    case ("decode-and-detect", let file?): try DecodeAndDetect.run(file)
    case (let facecap?, "memory"): try MemoryGrowth.report(facecap: facecap)
    case (let facecap?, nil):
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "facecap-benchmarks-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try DetectionCost.report()
        try ProgramCost(
            facecap: facecap, benchmarks: CommandLine.arguments[0],
            media: BenchmarkMedia(folder: folder)
        ).report()
    default: throw BenchmarkError("usage: FacecapBenchmarks FACECAP [memory]")
    }
} catch {
    FileHandle.standardError.write(Data("benchmarks: \(error)\n".utf8))
    exit(1)
}
