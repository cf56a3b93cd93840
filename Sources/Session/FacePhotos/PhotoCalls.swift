// SPDX-License-Identifier: Apache-2.0
internal import FaceCapture
internal import FaceValues

/// The calls for photos that are not over, and the work that follows from them.
struct PhotoCalls {
    fileprivate struct Call {
        let id: Int
        let settings: CapturePhotoSettings
        let delegate: any CapturePhotoCaptureDelegate
        var request: PhotoRequest
        var kept: PhotoCandidate?
        var steps: PhotoSteps
        /// The device of the frame that was taken last.
        var device: CaptureDevice?
        /// Photos so far.
        var photoCount = 0
        /// When the first frame for the next photo came without the distances that are wanted.
        var depthWaitBeginning: MediaTime?
    }

    /// How long frames with distances are waited for.
    private static let depthWait = MediaTime(value: 2, timescale: 1)

    private var calls: [Call] = []
    private var lastID = 0
    private var jobs: [PhotoJob] = []
    private var chosenFrames: [(delegate: any CapturePhotoCaptureDelegate, time: MediaTime)] = []
    private var cameraWork: [CameraWork] = []

    /// Whether frames are wanted.
    var isEmpty: Bool { calls.isEmpty }

    /// Whether a camera is being changed, so that frames would be in vain.
    var isChangingCamera: Bool { calls.contains(where: \.steps.isChanging) }

    /// The session time of the oldest frame that may become a photo; `nil` where none is held on to.
    var earliestKeptTime: MediaTime? {
        calls.compactMap { $0.kept?.observation.presentationTime }.min()
    }

    /// Adds a call.
    mutating func add(_ settings: CapturePhotoSettings, _ delegate: any CapturePhotoCaptureDelegate)
    {
        lastID += 1
        var first = settings
        // The first frame begins all of a bracket.
        if settings.bracket != nil { first.count = 1 }
        calls.append(
            Call(
                id: lastID, settings: settings, delegate: delegate,
                request: PhotoRequest(first), steps: PhotoSteps(settings)))
    }

    /// Offers a frame to all calls.
    mutating func offer(_ candidate: PhotoCandidate) {
        switch candidate.observation.outcome {
        case .analysed, .skipped(.detectionOff): break
        // There will be others that say which faces they show.
        case .skipped, .dropped: return
        }
        for index in calls.indices where hasDepth(candidate, for: index) {
            offer(candidate, to: index)
            if calls[index].isComplete { end(index, nil) }
        }
        calls.removeAll(where: \.isComplete)
    }

    private mutating func offer(_ candidate: PhotoCandidate, to index: Int) {
        if calls[index].steps.isUnderWay {
            guard calls[index].steps.accepts(candidate) else { return }
            take(candidate, for: index)
            if calls[index].steps.hasMore { begin(with: candidate, for: index) }
            return
        }
        switch calls[index].request.consider(candidate.observation) {
        case .pass: break
        case .keep: calls[index].kept = candidate
        case .take: begin(with: candidate, for: index)
        case .takeKept: takeKept(of: index)
        }
    }

    /// Whether a frame has the distances that a call wants, or has been waited for long enough.
    private mutating func hasDepth(_ candidate: PhotoCandidate, for index: Int) -> Bool {
        guard calls[index].settings.isDepthDataDeliveryEnabled else { return true }
        guard candidate.depthData == nil else {
            calls[index].depthWaitBeginning = nil
            return true
        }
        let time = candidate.observation.presentationTime
        let beginning = calls[index].depthWaitBeginning ?? time
        calls[index].depthWaitBeginning = beginning
        return time.since(beginning) >= Self.depthWait
    }

    /// Takes a frame, or has the camera brought to what the photo needs before.
    private mutating func begin(with candidate: PhotoCandidate, for index: Int) {
        guard let need = calls[index].steps.begin(with: candidate) else {
            return take(candidate, for: index)
        }
        calls[index].device = candidate.connection.input.device
        append(.change(need), for: index)
    }

    private mutating func take(_ candidate: PhotoCandidate, for index: Int) {
        calls[index].photoCount += 1
        calls[index].depthWaitBeginning = nil
        calls[index].device = candidate.connection.input.device
        chosenFrames.append((calls[index].delegate, candidate.observation.presentationTime))
        append(.note(photo: calls[index].photoCount), for: index)
        append(.photo(candidate, number: calls[index].photoCount), for: index)
    }

    /// The camera is what the next photo of a call needs.
    mutating func changedCamera(callID: Int, at nanoseconds: Int64, isNew: Bool) {
        for index in calls.indices where calls[index].id == callID {
            calls[index].steps.changed(at: nanoseconds, isNew: isNew)
        }
    }

    /// Ends all calls, as no more frames come.
    mutating func finish() {
        for index in calls.indices {
            if calls[index].request.finish() == .takeKept { takeKept(of: index) }
            end(index, calls[index].shortfall)
        }
        calls = []
    }

    /// Forgets the calls of a delegate, which is told nothing more; their ids.
    mutating func remove(delegate: any CapturePhotoCaptureDelegate) -> [Int] {
        let indices = calls.indices.filter { calls[$0].delegate === delegate }
        let ids = indices.map { calls[$0].id }
        for index in indices { append(.withdraw, for: index) }
        calls.removeAll { $0.delegate === delegate }
        chosenFrames.removeAll { $0.delegate === delegate }
        return ids
    }

    /// Ends a call of which a photo failed.
    mutating func remove(callID: Int) {
        for index in calls.indices where calls[index].id == callID { append(.withdraw, for: index) }
        calls.removeAll { $0.id == callID }
    }

    /// Ends a call with an error.
    mutating func fail(callID: Int, with error: FacecapError) {
        for index in calls.indices where calls[index].id == callID { end(index, error) }
        calls.removeAll { $0.id == callID }
    }

    /// The work that followed since it was taken last.
    mutating func takeJobs() -> [PhotoJob] {
        defer { jobs = [] }
        return jobs
    }

    /// The frames whose photos are to be made since they were taken last, and who is told of each.
    mutating func takeChosenFrames() -> [(
        delegate: any CapturePhotoCaptureDelegate, time: MediaTime
    )] {
        defer { chosenFrames = [] }
        return chosenFrames
    }

    /// What is to be done with cameras since it was taken last.
    mutating func takeCameraWork() -> [CameraWork] {
        defer { cameraWork = [] }
        return cameraWork
    }

    private mutating func takeKept(of index: Int) {
        guard let kept = calls[index].kept else { return }
        calls[index].kept = nil
        begin(with: kept, for: index)
    }

    private mutating func end(_ index: Int, _ error: FacecapError?) {
        append(.restore, for: index)
        append(.end(error), for: index)
    }

    private mutating func append(_ kind: CameraWork.Kind, for index: Int) {
        let call = calls[index]
        guard let device = call.device else { return }
        cameraWork.append(
            CameraWork(callID: call.id, settings: call.settings, device: device, kind: kind))
    }

    private mutating func append(_ work: PhotoJob.Work, for index: Int) {
        let call = calls[index]
        jobs.append(
            PhotoJob(
                callID: call.id, settings: call.settings, delegate: call.delegate, work: work))
    }
}

extension PhotoCalls.Call {
    /// Whether all photos are there.
    fileprivate var isComplete: Bool { request.isComplete && !steps.isUnderWay }

    /// Why there are fewer photos than were asked for; `nil` where there are not.
    fileprivate var shortfall: FacecapError? {
        guard let wanted = settings.photoCount, photoCount < wanted else { return nil }
        guard photoCount > 0 || !settings.waitsForFaces else {
            return FacecapError(.invalidState, "No face appeared before the session ended.")
        }
        return FacecapError(
            .invalidState,
            "The session ended after \(photoCount) of \(wanted.counted("photo"))"
                + (settings.waitsForFaces ? "; they have to show a face." : "."))
    }
}
