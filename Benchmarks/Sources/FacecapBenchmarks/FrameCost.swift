// SPDX-License-Identifier: Apache-2.0
/// CPU time a frame of 720p, without the face mesh: beyond decoding by the `ffmpeg` program, and of a second camera.
struct FrameCost {
    private static let roundCount = 3

    let facecap: String
    let media: BenchmarkMedia

    func report() throws {
        var table = Table(
            "720p30, one thread, CPU ms a frame", "facecap live", "ffmpeg -f null", "beyond",
            "bound",
            "")
        for (name, path, bound) in [
            ("one face", media.video720p, 2.5), ("four faces", media.fourFaces720p, 4),
        ] {
            guard let path else {
                print("\(name): skipped: needs FACECAP_SHARED")
                continue
            }
            var whole: [Double] = []
            var decoding: [Double] = []
            for _ in 0..<Self.roundCount {
                let live = try ChildRun(live([path]))
                let ffmpeg = try ChildRun([
                    "/usr/bin/ffmpeg", "-v", "error", "-threads", "1", "-i", path, "-f", "null",
                    "-",
                ])
                let frames = Double(live.frameCount) / 1000
                whole.append(live.cpuSeconds / frames)
                decoding.append(ffmpeg.cpuSeconds / frames)
            }
            let beyond = zip(whole, decoding).map { $0 - $1 }.median
            table.add(
                name, whole.median.text(2), decoding.median.text(2), beyond.text(2),
                "<= \(bound)", beyond.verdict(atMost: bound))
        }
        table.print()
        try reportCameras()
    }

    /// Videos stand for cameras.
    private func reportCameras() throws {
        let counts = [1, 2, 3]
        var seconds = [[Double]](repeating: [], count: counts.count)
        for _ in 0..<Self.roundCount {
            for (index, count) in counts.enumerated() {
                let run = try ChildRun(live(Array(repeating: media.video720p, count: count)))
                seconds[index].append(run.cpuSeconds)
            }
        }
        let first = seconds[0].median
        var table = Table("cameras, 720p", "CPU s", "the last one, of the first", "bound", "")
        table.add("1", first.text(2))
        for index in 1..<counts.count {
            let ratio = (seconds[index].median - seconds[index - 1].median) / first
            table.add(
                "\(counts[index])", seconds[index].median.text(2), ratio.text(2), "<= 1.1",
                ratio.verdict(atMost: 1.1))
        }
        table.print()
    }

    private func live(_ sources: [String]) -> [String] {
        [facecap, "live", "--json", "--threads", "1", "--no-clock", "--mesh", "off"]
            + sources.flatMap { ["--source", $0] }
    }
}
