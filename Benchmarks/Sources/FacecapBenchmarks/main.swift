// SPDX-License-Identifier: Apache-2.0
// Prints what facecap costs, as ratios measured side by side where the machine's speed would show.
//
//     FacecapBenchmarks FACECAP            everything but memory
//     FacecapBenchmarks FACECAP network    the detector's network alone
//     FacecapBenchmarks FACECAP detection  one detection, by size and number of faces
//     FacecapBenchmarks FACECAP growth     how that grows; with a FILE, as an SVG image too
//     FacecapBenchmarks FACECAP peers      other face detectors beside the program
//     FacecapBenchmarks FACECAP frames     the program beside decoding, and several cameras
//     FacecapBenchmarks FACECAP program    the program beside its parts, its start and its latency
//     FacecapBenchmarks FACECAP sandbox    decoding in a process of its own beside decoding in the program's
//     FacecapBenchmarks FACECAP preview    the preview's window
//     FacecapBenchmarks FACECAP record     recordings
//     FacecapBenchmarks FACECAP memory     resident memory of a recorded hour, and over ten minutes
import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
let parts = [
    "network", "detection", "growth", "peers", "frames", "program", "sandbox", "preview", "record",
]

func report(_ part: String, of facecap: String, file: String?) throws {
    switch part {
    case "network":
        try NetworkCost.report(facecap: facecap)
        try MeshCost.report(facecap: facecap)
    case "detection": try DetectionCost.report()
    case "growth": try GrowthCost(plotFile: file).report()
    case "peers": try PeerCost(facecap: facecap).report()
    case "preview": try PreviewCost(facecap: facecap).report()
    case "memory":
        try RecordingMemory.report(facecap: facecap)
        try MemoryGrowth.report(facecap: facecap)
    case "frames", "program", "sandbox", "record": try reportVideos(part, of: facecap)
    default:
        throw BenchmarkError(
            "usage: FacecapBenchmarks FACECAP [\(parts.joined(separator: " | ")) | memory]")
    }
}

/// The parts that need videos.
func reportVideos(_ part: String, of facecap: String) throws {
    let folder = FileManager.default.temporaryDirectory
        .appending(path: "facecap-benchmarks-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let media = try BenchmarkMedia(folder: folder)
    switch part {
    case "frames": try FrameCost(facecap: facecap, media: media).report()
    case "sandbox": try IsolationCost(facecap: facecap, media: media).report()
    case "program":
        try ProgramCost(
            facecap: facecap, benchmarks: CommandLine.arguments[0], media: media
        ).report()
    default: try RecordingCost(facecap: facecap, media: media, folder: folder).report()
    }
}

do {
    switch (arguments.first, arguments.dropFirst().first) {
    case ("decode-and-detect", let file?): try DecodeAndDetect.run(file)
    case (let facecap?, let part?):
        try report(part, of: facecap, file: arguments.dropFirst(2).first)
    case (let facecap?, nil):
        for part in parts { try report(part, of: facecap, file: nil) }
    default: try report("", of: "", file: nil)
    }
} catch {
    FileHandle.standardError.write(Data("benchmarks: \(error)\n".utf8))
    exit(1)
}
