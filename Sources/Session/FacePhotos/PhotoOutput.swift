internal import CaptureQueues
public import CaptureSamples
public import FaceCapture
public import FaceRedaction
public import FaceValues
internal import MediaEncoding
internal import Synchronization

/// Takes photos of a running session: each is a frame that was analysed, at the camera's full size, with
/// the faces that were found in that very frame.
///
/// Photos are encoded and written on the thread `fc.photo`, while the session and a recording go on. Live,
/// frames pass it by while a recording is behind and while four photos wait; later ones are taken then.
/// From a file the source waits. Where faces are covered, a photo comes when it is known what was found
/// in the frames of the next ``FaceRedaction/RedactionSettings/lookahead``, or at the session's end. All
/// functions may be called from any thread and return at once.
public final class PhotoOutput: CaptureOutput, MetadataOutputDelegate {
    private struct State {
        var pairing = FramePairing()
        var calls = PhotoCalls()
        var queue = PhotoQueue(redaction: nil)
        var isRunning = false
        var isLossless = false
    }

    /// Photos that may wait to be encoded.
    private static var capacity: Int { 4 }

    private let metadataOutput: MetadataOutput?
    private let redaction: RedactionSettings?
    private let state = Monitor(State())
    private let thread = Mutex<WorkerThread?>(nil)

    /// An output whose photos have the faces that `metadataOutput` finds; without it, none.
    ///
    /// Feed both from the same input.
    ///
    /// - Parameter redaction: how faces are covered in the photos, which still tell where they are;
    ///   `nil` for not at all. Without a `metadataOutput` whole pictures are covered.
    public init(metadataOutput: MetadataOutput?, redaction: RedactionSettings? = nil) {
        self.metadataOutput = metadataOutput
        self.redaction = redaction
    }

    // MARK: Photos

    /// Asks for photos, from the next frame on or from the session's start; `delegate`, which is held until
    /// then, is told of each and of the end.
    public func capturePhoto(with settings: PhotoSettings, delegate: any PhotoOutputDelegate) {
        state.withLock { $0.calls.add(settings, delegate) }
    }

    /// Asks for one photo and waits for it; throws why there is none, at once where the task is cancelled.
    public func capturePhoto(
        with settings: PhotoSettings
    ) async throws(FacecapError) -> CapturedPhoto {
        var settings = settings
        settings.count = 1
        let receiver = SinglePhotoReceiver()
        return try await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                receiver.wait(continuation)
                capturePhoto(with: settings, delegate: receiver)
                if receiver.isOver { withdraw(receiver) }
            }
        } onCancel: {
            receiver.cancel()
            withdraw(receiver)
        }.get()
    }

    /// Takes back a call that was made for `receiver`.
    private func withdraw(_ receiver: SinglePhotoReceiver) {
        state.withLock { state in
            for callID in state.calls.remove(delegate: receiver) {
                state.queue.remove(callID: callID)
            }
        }
    }

    // MARK: Output of a session

    /// Always video.
    public var mediaTypes: Set<MediaType> { [.video] }

    /// Photos give way, so that recordings do not lose frames.
    public var givesWayToRecordings: Bool { true }

    /// Loads the encoders' libraries, and starts the thread.
    public func start(
        connections: [CaptureConnection], isLossless: Bool
    ) throws(FacecapError) {
        EncoderLibraries.load()
        state.withLock { state in
            state.pairing = FramePairing()
            state.queue = PhotoQueue(redaction: redaction)
            state.isLossless = isLossless
            state.isRunning = true
        }
        do throws(FacecapError) {
            let worker = try WorkerThread(name: "fc.photo") { [unowned self] in run() }
            thread.withLock { $0 = worker }
        } catch {
            state.withLock { $0.isRunning = false }
            throw error
        }
        metadataOutput?.addObserver(self)
    }

    /// Takes the next frame where one is wanted.
    public func deliver(_ delivery: CaptureDelivery, from connection: CaptureConnection) {
        guard case .frame(let frame) = delivery, connection.isEnabled else { return }
        let pair: FramePairing.Pair? = state.withLock { state in
            guard !state.calls.isEmpty else {
                state.pairing.removeFrames()
                return nil
            }
            if let metadataOutput {
                if metadataOutput.observes(connection.input) {
                    return state.pairing.add(frame, from: connection)
                }
                state.calls.fail(with: Self.unobserved)
                state.queue.append(state.calls.takeJobs())
                return nil
            }
            let pair = FramePairing.Pair(frameWithoutFaces: frame, connection: connection)
            state.queue.append(pair.observation, keepingFrom: state.calls.earliestKeptTime)
            return pair
        }
        if let pair { offer(pair) }
    }

    /// Takes the faces of a frame, on the metadata queue.
    public func metadataOutput(
        _ output: MetadataOutput, didOutput observation: FaceObservation,
        from connection: CaptureConnection
    ) {
        let pair = state.withLock { state in
            state.queue.append(observation, keepingFrom: state.calls.earliestKeptTime)
            return state.pairing.add(observation)
        }
        if let pair { offer(pair) }
    }

    /// Takes that the source went away, on the metadata queue: nobody knows when more comes.
    public func metadataOutput(
        _ output: MetadataOutput, didReceive notice: CaptureNotice,
        from connection: CaptureConnection
    ) {
        guard case .interrupted = notice else { return }
        state.withLock { $0.queue.releaseAll() }
    }

    /// Makes the photos that were chosen, ends what was asked for, and waits for both.
    public func finish() {
        // Its last faces belong to frames that wait.
        metadataOutput?.flush()
        metadataOutput?.removeObserver(self)
        state.withLock { state in
            state.calls.finish()
            state.queue.append(state.calls.takeJobs())
            state.queue.releaseAll()
            state.pairing = FramePairing()
            state.isRunning = false
        }
        let last = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        last?.join()
    }

    private static var unobserved: FacecapError {
        FacecapError(
            .invalidState,
            "The metadata output of the photos does not get their frames; add it to the session, from"
                + " the same input.")
    }

    /// Where the source can wait, it does until there is room.
    private func offer(_ pair: FramePairing.Pair) {
        state.wait { state -> Void? in
            guard state.isRunning else { return () }
            guard state.queue.readyCount < Self.capacity else {
                return state.isLossless ? nil : ()
            }
            state.calls.offer(pair)
            state.queue.append(state.calls.takeJobs())
            return ()
        }
    }

    // MARK: The thread

    private func run() {
        let writer = PhotoWriter(redaction: redaction?.method)
        while let job = nextJob() {
            switch job.work {
            case .photo(let pair, let number):
                do throws(FacecapError) {
                    let photo = try writer.write(
                        pair, coveredBy: job.cover, number: number, settings: job.settings)
                    job.delegate.photoOutput(self, didFinishProcessing: photo)
                } catch {
                    state.withLock { state in
                        state.calls.remove(callID: job.callID)
                        state.queue.remove(callID: job.callID)
                    }
                    job.delegate.photoOutput(
                        self, didFinishCaptureFor: job.settings, error: error)
                }
            case .end(let error):
                job.delegate.photoOutput(self, didFinishCaptureFor: job.settings, error: error)
            }
        }
    }

    private func nextJob() -> PhotoJob? {
        state.wait { state -> PhotoJob?? in
            if let job = state.queue.next() { return job }
            return state.isRunning ? nil : .some(nil)
        }
    }
}
