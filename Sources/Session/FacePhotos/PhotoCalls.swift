// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// The calls for photos that are not over, and the work that follows from them.
struct PhotoCalls {
    fileprivate struct Call {
        let id: Int
        let settings: CapturePhotoSettings
        let delegate: any CapturePhotoCaptureDelegate
        var request: PhotoRequest
        var kept: PhotoCandidate?
    }

    private var calls: [Call] = []
    private var lastID = 0
    private var jobs: [PhotoJob] = []

    /// Whether frames are wanted.
    var isEmpty: Bool { calls.isEmpty }

    /// The session time of the oldest frame that may become a photo; `nil` where none is held on to.
    var earliestKeptTime: MediaTime? {
        calls.compactMap { $0.kept?.observation.presentationTime }.min()
    }

    /// Adds a call.
    mutating func add(_ settings: CapturePhotoSettings, _ delegate: any CapturePhotoCaptureDelegate)
    {
        lastID += 1
        calls.append(
            Call(
                id: lastID, settings: settings, delegate: delegate,
                request: PhotoRequest(settings)))
    }

    /// Offers a frame to all calls.
    mutating func offer(_ candidate: PhotoCandidate) {
        switch candidate.observation.outcome {
        case .analysed, .skipped(.detectionOff): break
        // There will be others that say which faces they show.
        case .skipped, .dropped: return
        }
        for index in calls.indices {
            switch calls[index].request.consider(candidate.observation) {
            case .pass: break
            case .keep: calls[index].kept = candidate
            case .take: append(.photo(candidate, number: calls[index].request.count), for: index)
            case .takeKept: takeKept(of: index)
            }
            if calls[index].request.isComplete { append(.end(nil), for: index) }
        }
        calls.removeAll { $0.request.isComplete }
    }

    /// Ends all calls, as no more frames come.
    mutating func finish() {
        for index in calls.indices {
            if calls[index].request.finish() == .takeKept { takeKept(of: index) }
            append(.end(calls[index].shortfall), for: index)
        }
        calls = []
    }

    /// Ends all calls with an error.
    mutating func fail(with error: FacecapError) {
        for index in calls.indices { append(.end(error), for: index) }
        calls = []
    }

    /// Forgets the calls of a delegate, which is told nothing more; their ids.
    mutating func remove(delegate: any CapturePhotoCaptureDelegate) -> [Int] {
        let ids = calls.filter { $0.delegate === delegate }.map(\.id)
        calls.removeAll { $0.delegate === delegate }
        return ids
    }

    /// Ends a call of which a photo failed.
    mutating func remove(callID: Int) { calls.removeAll { $0.id == callID } }

    /// The work that followed since it was taken last.
    mutating func takeJobs() -> [PhotoJob] {
        defer { jobs = [] }
        return jobs
    }

    private mutating func takeKept(of index: Int) {
        guard let kept = calls[index].kept else { return }
        calls[index].kept = nil
        append(.photo(kept, number: calls[index].request.count), for: index)
    }

    private mutating func append(_ work: PhotoJob.Work, for index: Int) {
        let call = calls[index]
        jobs.append(
            PhotoJob(
                callID: call.id, settings: call.settings, delegate: call.delegate, work: work))
    }
}

extension PhotoCalls.Call {
    /// Why there are fewer photos than were asked for; `nil` where there are not.
    fileprivate var shortfall: FacecapError? {
        guard let wanted = settings.count, request.count < wanted else { return nil }
        return FacecapError(
            .invalidState,
            "The images ended after \(request.count) of \(wanted) photos"
                + (settings.waitsForFaces ? "; they have to show a face." : "."))
    }
}
