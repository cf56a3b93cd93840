// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceCapture
import FaceValues
import Synchronization

/// Keeps all that a depth output delivers; can be made to dawdle.
final class DepthRecorder: CaptureDepthDataOutputDelegate {
    struct Content {
        var depthData: [DepthData] = []
        var drops: [FrameLedger.DropReason] = []
    }

    private let state = Mutex(Content())
    private let beforeEach: @Sendable () -> Void

    /// - Parameter beforeEach: called before a depth image is kept.
    init(beforeEach: @escaping @Sendable () -> Void = {}) { self.beforeEach = beforeEach }

    var content: Content { state.withLock { $0 } }

    func depthDataOutput(
        _ output: CaptureDepthDataOutput, didOutput depthData: DepthData,
        from connection: CaptureConnection
    ) {
        beforeEach()
        state.withLock { $0.depthData.append(depthData) }
    }

    func depthDataOutput(
        _ output: CaptureDepthDataOutput, didDrop frame: CapturedFrame.Header,
        reason: FrameLedger.DropReason,
        from connection: CaptureConnection
    ) { state.withLock { $0.drops.append(reason) } }
}
