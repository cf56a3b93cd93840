// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// A camera that is unplugged and plugged in again while it is recorded.
@Suite(
    .serialized, .enabled(if: DeviceLab.vivid.isHere, Comment(rawValue: DeviceLab.vivid.absence)))
struct VividReplugTests {
    /// What a running program holds.
    private struct Footprint {
        let descriptors: Int
        let kilobytes: Int

        init(of process: Int32) {
            let files = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd")
            descriptors = files?.count ?? -1
            let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
            let line = status?.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
            kilobytes =
                line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
                ?? -1
        }
    }

    private static var cycles: Int {
        ProcessInfo.processInfo.environment["FACECAP_LONG"] == nil ? 5 : 100
    }

    @Test func theRecordingGoesOnAcrossEveryReplug() async throws {
        let recording = try await CameraRecording()
        var (noticed, returned): ([Double], [Double]) = ([], [])
        var early: Footprint?
        for cycle in 1...Self.cycles {
            #expect(await recording.waitForFrames(10))
            let unplugged = Date()
            try VividDriver.unbind()
            try #require(await recording.waitForInterruptions(cycle))
            noticed.append(Date().timeIntervalSince(unplugged))
            try await Task.sleep(for: .milliseconds(100))
            let plugged = Date()
            try VividDriver.bind()
            try #require(await recording.waitForReturns(cycle), "\(recording.command.messages)")
            returned.append(Date().timeIntervalSince(plugged))
            if cycle == 3 {
                early = Footprint(of: recording.command.processIdentifier)
            }
        }
        #expect(await recording.waitForFrames(5))
        let late = Footprint(of: recording.command.processIdentifier)
        let finished = try await recording.finish()
        let before = try #require(early)
        print(
            "\(Self.cycles) replugs: noticed within \(noticed.max() ?? 0) s, first frame within"
                + " \(returned.max() ?? 0) s of the return; descriptors \(before.descriptors) ->"
                + " \(late.descriptors), memory \(before.kilobytes) -> \(late.kilobytes) kB")
        #expect(late.descriptors == before.descriptors)
        #expect(late.kilobytes < before.kilobytes + 16_384)
        // The machine of these tests is slow.
        #expect(noticed.allSatisfy { $0 < 4 } && returned.allSatisfy { $0 < 6 })

        #expect(finished.result.exitCode == 0, "\(finished.result.messages)")
        #expect(finished.addsUp, "\(finished.result.output.suffix(400))")
        #expect(finished.events("interrupted").count == Self.cycles)
        let gaps = try await finished.gaps()
        #expect(gaps.map(\.reason) == Array(repeating: "the camera went away", count: Self.cycles))
        let told = finished.events("resumed").compactMap { $0["gap_ms"] as? Double }
        #expect(zip(told, gaps).allSatisfy { abs($0 - $1.seconds * 1000) < 1 })
        let (count, complaints) = try await finished.decode()
        #expect(complaints == "")
        #expect(count == finished.frames("captured") - finished.frames("dropped"))
    }

    @Test func anotherCameraTakesOverInTheSameRecording() async throws {
        let recording = try await CameraRecording()
        try recording.command.send(line: "camera \(VividDriver.otherPath)")
        #expect(await recording.waitForReturns(1), "\(recording.command.messages)")
        #expect(await recording.waitForFrames(5))
        try recording.command.send(line: "camera \(VividDriver.path)")
        #expect(await recording.waitForReturns(2), "\(recording.command.messages)")
        // It is open already, in this very recording.
        try recording.command.send(line: "camera \(VividDriver.path)")
        #expect(await recording.waitForReturns(3), "\(recording.command.messages)")
        try recording.command.send(line: "camera /dev/video9")
        #expect(
            await recording.command.waitForMessage("the camera stays: There is no /dev/video9"))
        #expect(await recording.waitForFrames(5))
        let finished = try await recording.finish()
        #expect(finished.result.exitCode == 0, "\(finished.result.messages)")
        #expect(finished.addsUp, "\(finished.result.output.suffix(400))")
        #expect(try await finished.gaps().count == 3)
        #expect(try await finished.decode().complaints == "")
    }
}
