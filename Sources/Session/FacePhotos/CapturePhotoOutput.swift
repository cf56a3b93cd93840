// SPDX-License-Identifier: Apache-2.0
public import CaptureSamples
public import FaceCapture
public import FaceRedaction
public import FaceValues
internal import MediaCodecs
internal import Synchronization
internal import SystemSupport

/// Takes photos of a running session: each is a frame that was analyzed, at the camera's full size, with
/// the faces that were found in that very frame by a ``FaceCapture/CaptureMetadataOutput`` of the session, fed by the
/// same input. Without one, or where the connection of metadata is disabled, photos have no faces.
///
/// Photos are encoded and written on the thread `fc.photo`, which also changes the camera for a bracket or a flash and
/// asks it how it exposed, while the session and a recording go on. Live,
/// frames pass it by while a recording is behind and while four photos wait; later ones are taken then.
/// From a file the source waits. Where faces are covered, a photo comes when it is known what was found
/// in the frames of the next ``FaceRedaction/RedactionSettings/lookahead``, or at the session's end. All
/// functions may be called from any thread and return at once.
public final class CapturePhotoOutput: CaptureOutput {
    /// What the thread does next.
    private enum Work {
        case camera(CameraWork)
        case photo(PhotoJob)
    }

    /// Whether the output takes the distances of a depth camera, for the photos that ask for them.
    public let isDepthDataDeliveryEnabled: Bool
    private let redaction: RedactionSettings?
    private let state = Monitor(State())
    private let thread = Mutex<WorkerThread?>(nil)

    /// An output that takes no photos yet.
    ///
    /// - Parameters:
    ///   - redaction: how faces are covered in the photos, which still tell where they are; `nil` for not at all.
    ///     Where nobody looks for faces, and while the zoom changes, whole images are covered. Distances are never
    ///     covered.
    ///   - isDepthDataDeliveryEnabled: whether it takes the distances of a depth camera; add it to the session with
    ///     that camera's input before the other one's.
    public init(redaction: RedactionSettings? = nil, isDepthDataDeliveryEnabled: Bool = false) {
        self.redaction = redaction
        self.isDepthDataDeliveryEnabled = isDepthDataDeliveryEnabled
    }

    // MARK: Photos

    /// Asks for photos, from the next frame on or from the session's start; `delegate`, which is held until
    /// then, is told of each and of the end.
    public func capturePhoto(
        with settings: CapturePhotoSettings, delegate: any CapturePhotoCaptureDelegate
    ) {
        state.withLock { $0.calls.add(settings, delegate) }
    }

    /// Asks for one photo and waits for it; throws why there is none, at once where the task is cancelled, and
    /// `invalidState` where no session runs that has the output.
    public func capturePhoto(
        with settings: CapturePhotoSettings
    ) async throws(FacecapError) -> CapturePhoto {
        var settings = settings
        settings.count = 1
        settings.bracket = settings.bracket?.first
        let receiver = SinglePhotoReceiver()
        return try await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                receiver.wait(continuation)
                let isRunning = state.withLock { state in
                    if state.isRunning { state.calls.add(settings, receiver) }
                    return state.isRunning
                }
                if !isRunning { receiver.refuse() }
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
            state.takeWork()
        }
    }

    /// Ends the calls that came after the end of the last session; their delegates are told on this thread.
    package func endCallsWithoutSession() {
        let jobs = state.withLock { state -> [PhotoJob] in
            guard !state.isRunning else { return [] }
            state.calls.finish()
            return state.calls.takeJobs()
        }
        for job in jobs {
            guard case .end(let error) = job.work else { continue }
            job.delegate.photoOutput(self, didFinishCaptureFor: job.settings, error: error)
        }
    }

    // MARK: Output of a session

    /// Video, and what is found in it; distances where they are wanted.
    public var mediaTypes: Set<MediaType> {
        isDepthDataDeliveryEnabled ? [.video, .metadata, .depth] : [.video, .metadata]
    }

    /// Photos give way, so that recordings do not lose frames.
    public var givesWayToRecordings: Bool { true }

    /// Loads the encoders' libraries, and starts the thread.
    ///
    /// Throws `invalidArgument` for a redaction that would leave faces uncovered.
    public func start(
        connections: [CaptureConnection], isLossless: Bool
    ) throws(FacecapError) {
        try redaction?.validate()
        EncoderLibraries.load()
        state.withLock { state in
            state.joiner = State.makeJoiner(
                isObserved: connections.contains { $0.mediaType == .metadata })
            state.queue = PhotoQueue(redaction: redaction)
            state.depth = DepthHistory()
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
    }

    /// Lets frames wait for their faces from here on, where somebody looks for them now.
    public func connectionsDidChange(_ connections: [CaptureConnection]) {
        guard connections.contains(where: { $0.mediaType == .metadata }) else { return }
        state.withLock { $0.joiner.beginObservations() }
    }

    /// Takes the next frame where one is wanted, or what was found in one.
    public func deliver(_ delivery: CaptureDelivery, from connection: CaptureConnection) {
        if connection.mediaType == .depth {
            // Of a unit of a millimeter.
            guard case .depth(let frame) = delivery, connection.isEnabled,
                let depthData = DepthData(frame, unit: 0.001)
            else { return }
            return state.withLock { $0.depth.append(depthData) }
        }
        switch delivery {
        case .frame(let frame):
            let arrival = State.Arrival(frame: frame, connection: connection)
            state.wait { state -> Void? in
                guard state.isRunning else { return () }
                guard state.joiner.hasRoom || !state.isLossless else { return nil }
                let isWanted =
                    connection.isEnabled && !state.calls.isEmpty && state.joiner.hasRoom
                state.joiner.append(isWanted ? arrival : nil, of: frame.header)
                return ()
            }
        case .skippedFrame(let header, _), .droppedFrame(let header, _):
            state.withLock { $0.joiner.append(nil, of: header) }
        case .observation(let observation): state.withLock { $0.joiner.append(observation) }
        case .notice(.ended) where connection.mediaType == .metadata:
            state.withLock { $0.joiner.endObservations() }
        case .notice(let notice): state.withLock { $0.joiner.append(notice) }
        case .audio, .depth, .encoded: break
        }
        considerFrames()
    }

    /// Offers the frames to the calls of which it is known what was found in them; where the source can wait, it
    /// does until there is room for photos.
    private func considerFrames() {
        // The thread hears of the work of one frame before the next one waits for it.
        while state.wait({ $0.considerNext() }) { tellOfChosenFrames() }
    }

    /// Tells of the frames whose photos are to be made, which takes as long as it takes.
    private func tellOfChosenFrames() {
        for (delegate, time) in state.withLock({ $0.calls.takeChosenFrames() }) {
            delegate.photoOutput(self, willMakePhotoOfFrameAt: time)
        }
    }

    /// Makes the photos that were chosen, ends what was asked for, and waits for both.
    public func finish() {
        state.withLock { state in
            state.calls.finish()
            state.takeWork()
            state.queue.releaseAll()
            state.joiner = State.makeJoiner(isObserved: false)
            state.isRunning = false
        }
        tellOfChosenFrames()
        let last = thread.withLock { $0.take() }
        last?.join()
    }

    // MARK: The thread

    private func run() {
        let writer = PhotoWriter(redaction: redaction?.method)
        let camera = PhotoCamera()
        // Why a camera is not what it was before a call.
        var failures: [Int: FacecapError] = [:]
        while let work = nextWork() {
            switch work {
            case .camera(let work):
                do throws(FacecapError) {
                    try perform(work, with: camera)
                } catch {
                    failures[work.callID] = failures[work.callID] ?? error
                    state.withLock { $0.fail(work, with: error) }
                }
            case .photo(let job): perform(job, writer, camera, &failures)
            }
        }
        camera.restoreAll()
    }

    private func perform(
        _ work: CameraWork, with camera: PhotoCamera
    ) throws(FacecapError) {
        switch work.kind {
        case .change(let need):
            let isNew = try camera.change(work, to: need)
            let now = MonotonicClock.nowNanoseconds
            state.withLock {
                $0.calls.changedCamera(callID: work.callID, at: now, isNew: isNew)
            }
        case .note(let number): try camera.note(work, photo: number)
        case .restore: try camera.restore(callID: work.callID)
        case .withdraw:
            camera.forgetExposures(ofCallID: work.callID)
            try camera.restore(callID: work.callID)
        }
    }

    private func perform(
        _ job: PhotoJob, _ writer: PhotoWriter, _ camera: PhotoCamera,
        _ failures: inout [Int: FacecapError]
    ) {
        switch job.work {
        case .photo(let candidate, let number):
            do throws(FacecapError) {
                let photo = try writer.write(
                    candidate, coveredBy: job.cover, number: number,
                    exposure: camera.exposure(of: job.callID, photo: number),
                    settings: job.settings)
                job.delegate.photoOutput(self, didFinishProcessing: photo)
            } catch {
                state.withLock { state in
                    state.calls.remove(callID: job.callID)
                    state.queue.remove(callID: job.callID)
                    state.takeWork()
                }
                failures[job.callID] = nil
                camera.forgetExposures(ofCallID: job.callID)
                job.delegate.photoOutput(self, didFinishCaptureFor: job.settings, error: error)
            }
        case .end(let error):
            let failure = failures.removeValue(forKey: job.callID)
            job.delegate.photoOutput(
                self, didFinishCaptureFor: job.settings, error: failure ?? error)
        }
    }

    private func nextWork() -> Work? {
        state.wait { state -> Work?? in
            if !state.cameraWork.isEmpty { return .camera(state.cameraWork.removeFirst()) }
            if let job = state.queue.next() { return .photo(job) }
            return state.isRunning ? nil : .some(nil)
        }
    }
}
