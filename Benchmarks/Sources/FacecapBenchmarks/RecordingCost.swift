// SPDX-License-Identifier: Apache-2.0
import Foundation

/// What `facecap record` costs beside its parts, and whether it keeps up with a camera.
struct RecordingCost {
    let facecap: String
    let media: BenchmarkMedia
    let folder: URL

    func report() throws {
        try reportPipeline()
        try reportRealTime()
        try reportWriter()
    }

    /// The parts are the same encoding by the `ffmpeg` program, less its decoding, and detection alone.
    private func reportPipeline() throws {
        let movie = folder.appending(path: "recorded.mp4").path
        let ffmpeg = ["/usr/bin/ffmpeg", "-v", "error", "-y", "-i", media.video720p]
        let x264 = [
            "-c:v", "libx264", "-preset", "veryfast", "-crf", "23", "-force_key_frames",
            "expr:gte(t,n_forced*2)",
        ]
        var ratios: [Double] = []
        var encoding: [Double] = []
        var detection: [Double] = []
        var whole: [Double] = []
        for _ in 0..<5 {
            let decode = try ChildRun(ffmpeg + ["-f", "null", "-"])
            let transcode = try ChildRun(ffmpeg + x264 + [movie])
            let live = try ChildRun([facecap, "live", "--json", "--source", media.video720p])
            let record = try ChildRun([
                facecap, "record", movie, "--force", "--source", media.video720p, "--preset",
                "veryfast", "--quality", "23",
            ])
            encoding.append(transcode.cpuSeconds - decode.cpuSeconds)
            detection.append(live.cpuSeconds)
            whole.append(record.cpuSeconds)
            ratios.append(
                record.cpuSeconds
                    / (transcode.cpuSeconds - decode.cpuSeconds + live.cpuSeconds))
        }
        var table = Table("720p video, libx264", "CPU s (median of 5)", "ratio", "bound", "")
        table.add("encode (ffmpeg, less decoding)", encoding.median.text(2))
        table.add("facecap live --json", detection.median.text(2))
        table.add(
            "facecap record", whole.median.text(2), ratios.median.text(3), "<= 1.05",
            ratios.median.verdict(atMost: 1.05))
        table.print()
    }

    /// Ten seconds of the synthetic camera at 30 frames a second.
    private func reportRealTime() throws {
        let run = try ChildRun([
            facecap, "record", folder.appending(path: "live.mp4").path, "--json", "--source",
            "synthetic", "--preset", "veryfast", "--duration", "10s",
        ])
        let last = run.output.split(separator: UInt8(ascii: "\n")).last ?? Data()
        guard let end = try JSONSerialization.jsonObject(with: last) as? [String: Any],
            let frames = end["frames"] as? [String: Any],
            let dropped = frames["dropped"] as? [String: Int],
            let skipped = frames["skipped"] as? [String: Int]
        else { throw BenchmarkError("record --json ended without its ledger") }
        var table = Table("record, live, 720p30", "frames", "bound")
        table.add("captured", "\(frames["captured"] ?? "?")", "")
        table.add("recorded without detection", "\(skipped.values.reduce(0, +))", "")
        table.add("dropped", "\(dropped.values.reduce(0, +))", "0")
        table.add("CPU share of one core", (run.cpuSeconds / run.wallSeconds).text(2), "")
        table.print()
    }

    private func reportWriter() throws {
        let rates = try (0..<3).map { number in
            try WriterSpeed.measure(folder.appending(path: "writer-\(number).mp4"))
        }
        var table = Table("movie writer alone, 1 MB images", "MB/s (median of 3)", "bound")
        table.add("to \(folder.path)", rates.median.text(0), ">= 500")
        table.print()
    }
}
