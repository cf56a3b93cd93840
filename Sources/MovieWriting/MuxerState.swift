internal import FaceValues

/// What a movie writer is doing, and what it may do next; it does nothing itself.
struct MuxerState: Sendable, Equatable {
    enum Phase: Sendable, Equatable {
        /// Nothing is written yet.
        case unknown
        case running
        /// Samples are discarded.
        case paused
        /// What waits is being written.
        case finishing
        case completed
        case failed(FacecapError)
        case cancelled
    }

    enum Action: Sendable, Equatable {
        case none
        /// Write all that waits, then finish the file.
        case drain
        /// Keep what is safe in the file.
        case salvage
        /// Take the file away.
        case remove
    }

    private(set) var phase = Phase.unknown
    /// Whether the movie's head is written.
    private(set) var hasBegun = false

    /// Whether nothing more can happen.
    var isOver: Bool {
        switch phase {
        case .completed, .failed, .cancelled: true
        case .unknown, .running, .paused, .finishing: false
        }
    }

    /// Throws when samples are no longer taken: the failure, or `.invalidState`.
    func checkThatSamplesAreTaken() throws(FacecapError) {
        switch phase {
        case .unknown, .running, .paused: return
        case .failed(let error): throw error
        case .finishing, .completed: throw Self.refusal("is finished")
        case .cancelled: throw Self.refusal("was cancelled")
        }
    }

    /// The movie's head is written.
    mutating func begin() {
        hasBegun = true
        if phase == .unknown { phase = .running }
    }

    /// Samples are discarded from now on; throws `.invalidState` unless it was taking samples.
    mutating func pause() throws(FacecapError) {
        try checkThatSamplesAreTaken()
        guard phase != .paused else {
            throw FacecapError(.invalidState, "The movie is paused already: resume it.")
        }
        phase = .paused
    }

    /// Samples are taken again; throws `.invalidState` unless it was paused.
    mutating func resume() throws(FacecapError) {
        try checkThatSamplesAreTaken()
        guard phase == .paused else {
            throw FacecapError(.invalidState, "The movie is not paused: pause it first.")
        }
        phase = hasBegun ? .running : .unknown
    }

    /// No more samples come; throws the failure, or `.invalidState` when that was said before.
    mutating func finish() throws(FacecapError) -> Action {
        try checkThatSamplesAreTaken()
        phase = .finishing
        return .drain
    }

    /// The file is complete.
    mutating func complete() {
        if phase == .finishing { phase = .completed }
    }

    /// Something went wrong.
    mutating func fail(_ error: FacecapError) -> Action {
        guard !isOver else { return .none }
        phase = .failed(error)
        return .salvage
    }

    /// The movie is not wanted; one that is over stays as it is.
    mutating func cancel() -> Action {
        guard !isOver else { return .none }
        phase = .cancelled
        return .remove
    }

    private static func refusal(_ what: String) -> FacecapError {
        FacecapError(.invalidState, "The movie \(what): make a new writer for another one.")
    }
}
