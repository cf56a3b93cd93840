// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// What a movie writer is doing, and what it may do next; it does nothing itself.
struct MuxerState: Sendable, Equatable {
    enum Action: Sendable, Equatable {
        case none
        /// Write all that waits, then finish the file.
        case drain
        /// Keep what is safe in the file.
        case salvage
        /// Take the file away.
        case remove
    }

    private(set) var status = MovieWriter.Status.unknown
    /// Whether the movie's head is written.
    private(set) var hasBegun = false

    /// Whether nothing more can happen.
    var isOver: Bool {
        switch status {
        case .completed, .failed, .cancelled: true
        case .unknown, .running, .finishing: false
        }
    }

    /// Throws when samples are no longer taken: the failure, or `.invalidState`.
    func checkThatSamplesAreTaken() throws(FacecapError) {
        switch status {
        case .unknown, .running: return
        case .failed(let error): throw error
        case .finishing, .completed: throw Self.refusal("is finished")
        case .cancelled: throw Self.refusal("was cancelled")
        }
    }

    /// The movie's head is written.
    mutating func begin() {
        hasBegun = true
        if status == .unknown { status = .running }
    }

    /// No more samples come; throws the failure, or `.invalidState` when that was said before.
    mutating func finish() throws(FacecapError) -> Action {
        try checkThatSamplesAreTaken()
        status = .finishing
        return .drain
    }

    /// The file is complete.
    mutating func complete() {
        if status == .finishing { status = .completed }
    }

    /// Something went wrong.
    mutating func fail(_ error: FacecapError) -> Action {
        guard !isOver else { return .none }
        status = .failed(error)
        return .salvage
    }

    /// The movie is not wanted; one that is over stays as it is.
    mutating func cancel() -> Action {
        guard !isOver else { return .none }
        status = .cancelled
        return .remove
    }

    private static func refusal(_ what: String) -> FacecapError {
        FacecapError(.invalidState, "The movie \(what): make a new writer for another one.")
    }
}
