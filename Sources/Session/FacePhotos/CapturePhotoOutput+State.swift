// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceCapture
internal import FaceValues

extension CapturePhotoOutput {
    /// What the threads of the session and that of the photos share.
    struct State {
        /// A frame and by which way it came.
        struct Arrival {
            let frame: CapturedFrame
            let connection: CaptureConnection
        }

        /// Photos that may wait to be encoded.
        private static var capacity: Int { 4 }
        /// Images that may wait for their faces.
        private static var joinerCapacity: Int { 8 }

        var joiner = Self.makeJoiner(isObserved: false)
        var calls = PhotoCalls()
        var queue = PhotoQueue(redaction: nil)
        /// What is to be done with cameras, before photos are made.
        var cameraWork: [CameraWork] = []
        var depth = DepthHistory()
        var isRunning = false
        var isLossless = false

        static func makeJoiner(isObserved: Bool) -> FrameJoiner<Arrival> {
            FrameJoiner(isObserved: isObserved, capacity: joinerCapacity)
        }

        /// Ends a call whose camera cannot be changed.
        mutating func fail(_ work: CameraWork, with error: FacecapError) {
            calls.fail(callID: work.callID, with: error)
            takeWork()
        }

        /// Takes over what has to be done for the calls.
        mutating func takeWork() {
            cameraWork += calls.takeCameraWork()
            queue.append(calls.takeJobs())
        }

        /// Offers the next frame; whether there may be more, `nil` while it has to wait.
        mutating func considerNext() -> Bool? {
            guard isRunning else { return false }
            if isLossless, queue.readyCount >= Self.capacity { return nil }
            if isLossless, calls.isChangingCamera { return nil }
            switch joiner.next() {
            case .frame(let frame): consider(frame)
            // Nobody knows when more comes.
            case .notice(.interrupted): queue.releaseAll()
            case .notice: break
            case nil: return false
            }
            return true
        }

        private mutating func consider(_ frame: ObservedFrame<Arrival>) {
            let observation = frame.observation ?? frame.header.withoutDetection
            queue.append(observation, keepingFrom: calls.earliestKeptTime)
            guard let arrival = frame.frame, isLossless || queue.readyCount < Self.capacity
            else { return }
            calls.offer(
                PhotoCandidate(
                    frame: arrival.frame, observation: observation,
                    connection: arrival.connection,
                    depthData: depth.depthData(at: observation.presentationTime)))
            takeWork()
        }
    }
}
