// SPDX-License-Identifier: Apache-2.0
import FaceValues
import TestSupport
import Testing

@testable import FaceCapture

@Suite struct ScanPaceTests {
    /// Notes a second of frames, in turn of each stream; `nil` of latency is late. Returns what each was told last.
    private func second(
        from start: Int64, _ streams: inout [PacedStream], latency: (Int) -> Int64?
    ) -> [ScanGovernor.Mode?] {
        var told: [ScanGovernor.Mode?] = streams.map { _ in nil }
        for number in 0...30 {
            for index in streams.indices {
                let waited = latency(index)
                let mode = streams[index].note(
                    captureNanoseconds: start + Int64(number) * 33_333_334,
                    latencyNanoseconds: waited, cpuNanoseconds: 0, isLook: waited != nil)
                told[index] = mode ?? told[index]
            }
        }
        return told
    }

    /// A camera of three frames a second, of which one is late and one waits while the detector is loaded.
    @Test func loadingTheDetectorIsNoReason() {
        var stream = PacedStream(
            pace: ScanPace(limits: .init(maximumLatencyNanoseconds: 50_000_000)))
        for number in 0..<30 {
            let latency: Int64? =
                switch number {
                case 0: 900_000_000
                case 1: nil
                case 2: 240_000_000
                default: 9_000_000
                }
            let chosen = stream.note(
                captureNanoseconds: Int64(number) * 333_333_333, latencyNanoseconds: latency,
                cpuNanoseconds: 0, isLook: latency != nil)
            #expect(chosen == nil)
        }
    }

    /// Of three frames one is looked at; those that are passed over wait while the detector is loaded, too.
    @Test func framesThatArePassedOverAreNoLooks() {
        var stream = PacedStream(
            pace: ScanPace(limits: .init(maximumLatencyNanoseconds: 50_000_000)))
        let latencies: [Int64] = [900_000_000, 570_000_000, 240_000_000, 240_000_000]
        for number in 0..<30 {
            let chosen = stream.note(
                captureNanoseconds: Int64(number) * 333_333_333,
                latencyNanoseconds: number < 4 ? latencies[number] : 9_000_000,
                cpuNanoseconds: 0, isLook: number.isMultiple(of: 3))
            #expect(chosen == nil)
        }
    }

    @Test func whatOneStreamIsLateForIsLeftOutOfEach() throws {
        let pace = ScanPace(limits: .init())
        var streams = (0..<4).map { _ in PacedStream(pace: pace) }
        #expect(second(from: 0, &streams, latency: { _ in 1 }) == [nil, nil, nil, nil])
        var told = second(from: 2_000_000_000, &streams) { $0 == 2 ? nil : 1 }
        if told.contains(nil) {
            for (index, mode) in second(from: 4_000_000_000, &streams, latency: { _ in 1 })
                .enumerated()
            { told[index] = mode ?? told[index] }
        }
        let first = try #require(told[0])
        #expect(first != ScanGovernor.modes[0])
        #expect(told == [first, first, first, first])
    }

    @Test func aStreamThatComesLaterIsToldThePaceOfTheOthers() throws {
        let pace = ScanPace(limits: .init())
        var streams = [PacedStream(pace: pace)]
        _ = second(from: 0, &streams) { _ in 1 }
        let chosen = try #require(second(from: 2_000_000_000, &streams) { _ in nil }[0])
        streams = [PacedStream(pace: pace)]
        #expect(second(from: 2_100_000_000, &streams) { _ in 1 } == [chosen])
    }

    @Test func streamsWithTheSameLimitsShareAPaceAsLongAsThereIsOne() {
        let (paces, others) = (ScanPaces(), ScanPaces())
        let limits = CaptureMetadataOutput.Limits(maximumLatencyNanoseconds: 7_654_321)
        do {
            let pace = paces.pace(by: limits)
            #expect(paces.pace(by: limits) === pace)
            #expect(paces.pace(by: .init()) !== pace)
            #expect(others.pace(by: limits) !== pace)
            #expect((0..<3).map { _ in pace.join() } == [0, 1, 2])
            #expect(paces.pace(by: limits).join() == 3)
        }
        #expect(paces.pace(by: limits).join() == 0)
    }

    @Test func streamsOfOnePaceLookAtFramesInTurn() {
        for stride in [2, 3, 6, 15] {
            for number in 0..<4 * stride {
                let looking = (0..<stride).filter { stream in
                    LoadShedding.skipReason(
                        of: FrameID(number), every: 1, under: .nominal,
                        stride: stride, stream: stream) == nil
                }
                #expect(looking.count == 1)
            }
        }
    }
}
