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
            let parts = try ChildRun([benchmarks, "decode-and-detect", media.film720p])
            let all = try ChildRun([facecap, "live", "--json", "--source", media.film720p])
            floor.append(parts.cpuSeconds)
            whole.append(all.cpuSeconds)
            ratios.append(all.cpuSeconds / parts.cpuSeconds)
        }
        var table = Table("720p film", "CPU s (median of 5)", "ratio", "bound")
        table.add("decode + detect", floor.median.text(2), "1.00", "")
        table.add("facecap live --json", whole.median.text(2), ratios.median.text(3), "<= 1.15")
        table.print()
    }

    private func reportStartUp() throws {
        let times = try (0..<10).map { _ in
            try ChildRun([
                facecap, "live", "--json", "--source", media.film720p, "--duration", "100ms",
            ])
            .firstByteSeconds * 1000
        }
        var table = Table("start-up", "ms to the first line (median of 10)", "bound")
        table.add("facecap live --json", times.median.text(0), "<= 300")
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
        var table = Table("live, 720p30, 2 faces", "ms", "bound")
        table.add("capture to line, p50", latencies.percentile(0.5).text(1), "<= 25")
        table.add("capture to line, p99", latencies.percentile(0.99).text(1), "<= 50")
        table.add("frames analysed", "\(latencies.count)", "")
        table.add("frames skipped", "\(skipped)", "")
        table.add("CPU share of one core", (run.cpuSeconds / run.wallSeconds).text(2), "")
        table.print()
    }
}
