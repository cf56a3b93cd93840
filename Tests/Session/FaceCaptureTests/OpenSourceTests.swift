// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import SystemSupport
import Testing

@testable import FaceCapture

/// A source that no other thread may touch, in the hands of a session.
@Suite struct OpenSourceTests {
    /// Counts without a lock; says where it was closed.
    private final class PlainSource: CaptureSource {
        let videoFormat: VideoFormat? = VideoFormat(width: 4, height: 2, frameRate: 10)
        let isLive = false
        let estimatedFrameCount: Int? = 3
        private let cancellation = CaptureCancellation()
        private let closings: Monitor<Int>
        private var number = 0

        init(_ closings: Monitor<Int>) { self.closings = closings }

        deinit { closings.withLock { $0 += 1 } }

        var control: any CaptureSourceControl { cancellation }

        func nextEvent() throws(FacecapError) -> CaptureEvent? {
            guard number < 3, !cancellation.isCancelled else { return nil }
            defer { number += 1 }
            return ScriptedSource.frame(number)
        }
    }

    @Test func isTakenOnceAndKnownAfterwards() {
        let open = OpenSource(PlainSource(Monitor(0)))
        #expect(open.take() != nil)
        #expect(open.take() == nil)
        #expect(open.videoFormat?.width == 4 && open.estimatedFrameCount == 3 && !open.isLive)
        #expect(open.mediaTypes == [.video] && open.control.clockDriftPPM == nil)
    }

    @Test func aCancelledSourceWaitsNoMore() throws {
        let source = PlainSource(Monitor(0))
        #expect(try source.nextEvent() != nil)
        source.control.cancel()
        #expect(try source.nextEvent() == nil)
        let cancellation = CaptureCancellation()
        #expect(cancellation.wait(untilNanoseconds: 0))
        cancellation.cancel()
        // A time that never comes.
        #expect(!cancellation.wait(untilNanoseconds: .max / 2))
    }

    @Test func aSessionReadsAllOfItClosesItAndOpensItAgain() async throws {
        let closings = Monitor(0)
        let device = CaptureSessionTests.device { _ in PlainSource(closings) }
        let session = CaptureSession()
        let output = CaptureVideoDataOutput()
        let keeper = CaptureDeviceInput(device: device)
        try await session.addInput(keeper)
        try await session.addOutput(output)
        #expect(keeper.videoFormat?.width == 4)
        for run in 1...2 {
            let notifications = try await CaptureSessionTests.run(session)
            #expect(notifications.contains { $0 == .didStopRunning(.endOfStream) })
            #expect(closings.withLock { $0 } == run)
        }
    }
}
