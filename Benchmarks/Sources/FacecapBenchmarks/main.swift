// Prints what facecap costs, as ratios measured side by side where the machine's speed would show.
//
//     FacecapBenchmarks FACECAP          everything but memory
//     FacecapBenchmarks FACECAP record   recordings alone
//     FacecapBenchmarks FACECAP preview  the preview's window alone
//     FacecapBenchmarks FACECAP network  the detector's network alone
//     FacecapBenchmarks FACECAP peers    other face detectors beside it
//     FacecapBenchmarks FACECAP memory   resident memory of a recorded hour, and over ten minutes
import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
do {
    switch (arguments.first, arguments.dropFirst().first) {
    case ("decode-and-detect", let file?): try DecodeAndDetect.run(file)
    case (let facecap?, "memory"):
        try RecordingMemory.report(facecap: facecap)
        try MemoryGrowth.report(facecap: facecap)
    case (_?, "network"): try NetworkCost.report()
    case (let facecap?, "peers"): try PeerCost(facecap: facecap).report()
    case (let facecap?, "preview"): try PreviewCost(facecap: facecap).report()
    case (let facecap?, let part) where part == nil || part == "record":
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "facecap-benchmarks-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let media = try BenchmarkMedia(folder: folder)
        if part == nil {
            try NetworkCost.report()
            try DetectionCost.report()
            try PeerCost(facecap: facecap).report()
            try ProgramCost(
                facecap: facecap, benchmarks: CommandLine.arguments[0], media: media
            ).report()
            try PreviewCost(facecap: facecap).report()
        }
        try RecordingCost(facecap: facecap, media: media, folder: folder).report()
    default:
        throw BenchmarkError(
            "usage: FacecapBenchmarks FACECAP [record | preview | network | peers | memory]")
    }
} catch {
    FileHandle.standardError.write(Data("benchmarks: \(error)\n".utf8))
    exit(1)
}
