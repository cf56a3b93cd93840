// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceCapture
import FaceValues
import Synchronization

/// An output that keeps the first byte of every encoded sample, and the number of every frame.
final class DeliveryRecorder: CaptureOutput {
    struct Content {
        var encoded: [UInt8] = []
        var frames: [Int] = []
        var orientations: [VideoOrientation] = []
    }

    let mediaTypes: Set<MediaType>
    private let state = Mutex(Content())

    init(_ mediaType: MediaType) { mediaTypes = [mediaType] }

    var content: Content { state.withLock { $0 } }

    func start(connections: [CaptureConnection], isLossless: Bool) {}

    func deliver(_ delivery: CaptureDelivery, from connection: CaptureConnection) {
        state.withLock { content in
            switch delivery {
            case .encoded(let sample): content.encoded += sample.bytes
            case .frame(let frame):
                content.frames.append(frame.id.number)
                content.orientations.append(frame.sampleBuffer.orientation)
            default: break
            }
        }
    }

    func finish() {}
}
