// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// A camera of the network as its users see it; GStreamer's server stands in.
@Suite(.enabled(if: NetworkCameraServer.isAvailable, "GStreamer's RTSP server is not installed"))
struct NetworkCameraProgramTests {
    @Test func aCameraThatGoesAwayAndComesBackIsAGapAndTheRunGoesOn() async throws {
        let camera = try await NetworkCameraServer()
        let live = try await CommandRunner.start(
            ["live", "--json", "--source", camera.address] + CheapDetection.ofNobody)
        #expect(await live.waitForLines(10), "\(live.messages)")
        await camera.end()
        #expect(await live.waitForMessage("interrupted"), "\(live.messages)")
        let again = try await NetworkCameraServer(port: camera.port)
        let count = live.lineCount
        #expect(await live.waitForLines(count + 10), "\(live.messages)")
        live.send(SIGINT)
        let result = await live.result()
        await again.end()
        let lines = try JSONLines.parse(result.output)
        let events = lines.compactMap { $0["event"] as? String }
        #expect(events.contains("interrupted") && events.contains("resumed"))
        let frames = lines.filter { $0["type"] as? String == "faces" }
        let times = frames.compactMap { $0["pts"] as? Double }
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        let resumed = try #require(lines.first { $0["event"] as? String == "resumed" })
        let (start, gap) = (resumed["pts"] as? Double ?? 0, resumed["gap_ms"] as? Double ?? 0)
        let end = try #require(times.first { $0 > start })
        #expect(gap > 0 && abs((end - start) * 1000 - gap) < 0.01, "\(resumed)")
        let ledger = try #require(lines.last?["frames"] as? [String: Any])
        #expect(ledger["captured"] as? Int == frames.count)
    }
}
