// SPDX-License-Identifier: Apache-2.0
/// What it costs to decode in a process of its own: CPU time, and time to the first faces, beside decoding in the
/// program's process, in turn.
struct IsolationCost {
    private static let roundCount = 9

    let facecap: String
    let media: BenchmarkMedia

    func report() throws {
        var table = Table(
            "decoding, CPU s (median of \(Self.roundCount))", "own process", "--no-sandbox",
            "ratio", "bound", "")
        for (name, path, bound) in [
            ("720p", media.video720p, 1.05), ("400x300", media.video400x300, 1.3),
        ] {
            guard let path else {
                print("\(name): skipped: needs FACECAP_SHARED")
                continue
            }
            // A frame in 300 is looked at: what is left is decoding.
            let runs = try compare(["--source", path, "--detect-every", "300"])
            let ratio = runs.map { $0.isolated.cpuSeconds / $0.whole.cpuSeconds }.median
            table.add(
                name, runs.map(\.isolated.cpuSeconds).median.text(3),
                runs.map(\.whole.cpuSeconds).median.text(3), ratio.text(3), "<= \(bound)",
                ratio.verdict(atMost: bound))
        }
        table.print()
        try reportStart()
    }

    private func reportStart() throws {
        let runs = try compare(["--source", media.video720p, "--duration", "100ms"])
        var table = Table("start-up, 720p", "own process", "--no-sandbox", "later", "bound", "")
        let later = runs.map {
            ($0.isolated.firstFacesSeconds - $0.whole.firstFacesSeconds) * 1000
        }.median
        table.add(
            "first faces, ms", (runs.map(\.isolated.firstFacesSeconds).median * 1000).text(0),
            (runs.map(\.whole.firstFacesSeconds).median * 1000).text(0), later.text(0), "<= 40",
            later.verdict(atMost: 40))
        table.print()
    }

    private func compare(
        _ arguments: [String]
    ) throws -> [(isolated: ChildRun, whole: ChildRun)] {
        let live = [facecap, "live", "--json"] + arguments
        return try (0..<Self.roundCount).map { _ in
            (try ChildRun(live), try ChildRun(live + ["--no-sandbox"]))
        }
    }
}
