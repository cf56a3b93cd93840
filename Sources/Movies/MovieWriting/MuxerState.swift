// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// What a movie writer is doing, and what it may do next; it does nothing itself.
struct MuxerState: Sendable, Equatable {
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
    mutating func finish() throws(FacecapError) {
        try checkThatSamplesAreTaken()
        status = .finishing
    }

    /// The file is complete.
    mutating func complete() {
        if status == .finishing { status = .completed }
    }

    /// Something went wrong; `false` of a movie that is over, which stays as it is.
    mutating func fail(_ error: FacecapError) -> Bool {
        guard !isOver else { return false }
        status = .failed(error)
        return true
    }

    /// The movie is not wanted; `false` of one that is over, which stays as it is.
    mutating func cancel() -> Bool {
        guard !isOver else { return false }
        status = .cancelled
        return true
    }

    /// Why nothing can be done with a movie that `what`, such as "was cancelled".
    static func refusal(_ what: String) -> FacecapError {
        FacecapError(.invalidState, "The movie \(what): make a new writer for another one.")
    }
}
