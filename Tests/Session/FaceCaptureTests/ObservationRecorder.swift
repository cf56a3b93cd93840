// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceCapture
import FaceValues
import Synchronization

/// An output that keeps what it is handed of frames and metadata, in order.
final class ObservationRecorder: CaptureOutput {
    struct Content {
        var observations: [FaceObservation] = []
        var frames: [Int] = []
        var notices: [CaptureDelivery.Notice] = []
        /// What came, and that it ended: `2` a frame, `faces 2` its faces, `ended`, `finished`.
        var history: [String] = []
        var connections: [CaptureConnection] = []
    }

    let mediaTypes: Set<MediaType>
    private let state = Mutex(Content())

    init(_ mediaTypes: Set<MediaType> = [.metadata]) { self.mediaTypes = mediaTypes }

    var content: Content { state.withLock { $0 } }

    func start(connections: [CaptureConnection], isLossless: Bool) {
        state.withLock { $0.connections = connections }
    }

    func deliver(_ delivery: CaptureDelivery, from connection: CaptureConnection) {
        state.withLock { content in
            switch delivery {
            case .frame(let frame):
                content.frames.append(frame.id.number)
                content.history.append("\(frame.id.number)")
            case .observation(let observation):
                content.observations.append(observation)
                content.history.append("faces \(observation.frame.number)")
            case .notice(.ended(.stopped)) where connection.mediaType == .metadata:
                content.history.append("ended")
            case .notice(let notice): content.notices.append(notice)
            default: break
            }
        }
    }

    func finish() { state.withLock { $0.history.append("finished") } }
}
