internal import FaceCapture
internal import FaceValues

/// Brings together a frame and what was found in it, whichever comes first; bounded.
struct FramePairing {
    /// A frame with what is known of it, and by which way it came.
    struct Pair {
        let frame: CapturedFrame
        let observation: FaceObservation
        let connection: CaptureConnection

        init(frame: CapturedFrame, observation: FaceObservation, connection: CaptureConnection) {
            self.frame = frame
            self.observation = observation
            self.connection = connection
        }

        /// A frame in which nobody looks for faces.
        init(frameWithoutFaces frame: CapturedFrame, connection: CaptureConnection) {
            let header = frame.header
            let observation = FaceObservation(
                frame: header.id, presentationTime: header.presentationTime,
                captureNanoseconds: header.captureNanoseconds, orientation: header.orientation,
                outcome: .skipped(.detectionOff))
            self.init(frame: frame, observation: observation, connection: connection)
        }
    }

    /// More than wait for a detector at any time.
    private static var capacity: Int { 8 }

    private var frames: [(frame: CapturedFrame, connection: CaptureConnection)] = []
    private var observations: [FaceObservation] = []

    /// Takes a frame; the pair where it is complete.
    mutating func add(_ frame: CapturedFrame, from connection: CaptureConnection) -> Pair? {
        if let index = observations.firstIndex(where: { $0.frame == frame.id }) {
            let observation = observations.remove(at: index)
            return Pair(frame: frame, observation: observation, connection: connection)
        }
        frames.append((frame, connection))
        if frames.count > Self.capacity { frames.removeFirst() }
        return nil
    }

    /// Takes what was found; the pair where it is complete.
    mutating func add(_ observation: FaceObservation) -> Pair? {
        if let index = frames.firstIndex(where: { $0.frame.id == observation.frame }) {
            let (frame, connection) = frames.remove(at: index)
            return Pair(frame: frame, observation: observation, connection: connection)
        }
        observations.append(observation)
        if observations.count > Self.capacity { observations.removeFirst() }
        return nil
    }

    /// Lets go of the frames that wait.
    mutating func removeFrames() { frames = [] }
}
