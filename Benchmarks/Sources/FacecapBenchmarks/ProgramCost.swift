// SPDX-License-Identifier: Apache-2.0
import Facecap
import Foundation

/// What the whole of `facecap live --json` costs beside its parts, in ratios of one run.
struct ProgramCost {
    let facecap: String
    let benchmarks: String
    let media: BenchmarkMedia

    func report() throws {
        try reportPipeline()
        try reportStartUp()
        try reportLatency()
    }

    private func reportPipeline() throws {
        var ratios: [Double] = []
        var whole: [Double] = []
        var floor: [Double] = []
        for _ in 0..<5 {
            let parts = try ChildRun([benchmarks, "decode-and-detect", media.video720p])
            let all = try ChildRun([facecap, "live", "--json", "--source", media.video720p])
            floor.append(parts.cpuSeconds)
            whole.append(all.cpuSeconds)
            ratios.append(all.cpuSeconds / parts.cpuSeconds)
        }
        var table = Table("720p video", "CPU s (median of 5)", "ratio", "bound", "")
        table.add("decode + detect", floor.median.text(2), "1.00")
        table.add(
            "facecap live --json", whole.median.text(2), ratios.median.text(3), "<= 1.15",
            ratios.median.verdict(atMost: 1.15))
        table.print()
    }

    private func reportStartUp() throws {
        var version: [Double] = []
        var first: [Double] = []
        for _ in 0..<15 {
            version.append(try ChildRun([facecap, "--version"]).wallSeconds * 1000)
            let live = try ChildRun([
                facecap, "live", "--json", "--source", media.video720p, "--duration", "100ms",
            ])
            first.append(live.firstFacesSeconds * 1000)
        }
        var table = Table("start-up", "ms (median of 15)", "bound", "")
        table.add(
            "facecap --version", version.median.text(0), "<= 20",
            version.median.verdict(atMost: 20))
        table.add(
            "the first faces of facecap live", first.median.text(0), "<= 20 more",
            (first.median - version.median).verdict(atMost: 20))
        table.print()
    }

    /// Ten seconds of the synthetic camera at 30 frames a second.
    private func reportLatency() throws {
        let run = try ChildRun([
            facecap, "live", "--json", "--source", "synthetic", "--duration", "10s",
        ])
        var latencies: [Double] = []
        var skipped = 0
        for line in run.output.split(separator: UInt8(ascii: "\n")) {
            guard let record = try JSONSerialization.jsonObject(with: line) as? [String: Any],
                record["type"] as? String == "faces"
            else { continue }
            guard record["analysed"] as? Bool == true else {
                skipped += 1
                continue
            }
            if let latency = record["latency_ms"] as? Double { latencies.append(latency) }
        }
        let longest = latencies.percentile(0.99)
        var table = Table("live, 720p30, 2 faces", "ms", "bound", "")
        table.add("capture to line, p50", latencies.percentile(0.5).text(1))
        table.add(
            "capture to line, p99", longest.text(1), "<= 20", longest.verdict(atMost: 20))
        table.add("before it the camera draws for", try drawingMilliseconds().text(1))
        table.add("frames analysed", "\(latencies.count)")
        table.add("frames skipped", "\(skipped)")
        table.add("CPU share of one core", (run.cpuSeconds / run.wallSeconds).text(2))
        table.print()
    }

    private func drawingMilliseconds() throws -> Double {
        let camera = try SyntheticCamera(
            SyntheticCamera.Configuration(
                specifier: "faces=2,size=1280x720,pace=fast,frames=60"))
        return try (0..<60).map { _ in
            let start = MonotonicClock.nowNanoseconds
            _ = try camera.nextEvent()
            return Double(MonotonicClock.nowNanoseconds - start) / 1e6
        }.median
    }
}
