public import FaceValues

extension MovieWriter {
    /// What a writer is doing.
    public enum Status: Sendable, Hashable {
        /// It waits for the first samples.
        case unknown
        /// It writes.
        case running
        /// It discards samples.
        case paused
        /// The movie is finished.
        case completed
        /// Something went wrong; what was written before is in the file.
        case failed(FacecapError)
        /// The file was removed.
        case cancelled
    }
}

extension MuxerState {
    /// The same for users of a writer.
    var status: MovieWriter.Status {
        switch phase {
        case .unknown: .unknown
        case .running, .finishing: .running
        case .paused: .paused
        case .completed: .completed
        case .failed(let error): .failed(error)
        case .cancelled: .cancelled
        }
    }
}
