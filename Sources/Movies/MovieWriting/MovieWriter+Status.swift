// SPDX-License-Identifier: Apache-2.0
public import FaceValues

extension MovieWriter {
    /// What a writer is doing.
    public enum Status: Sendable, Hashable {
        /// It waits for the first samples.
        case unknown
        /// It writes.
        case running
        /// It takes no more samples and writes those that wait.
        case finishing
        /// The movie is finished.
        case completed
        /// Something went wrong; what was written before is in the file.
        case failed(FacecapError)
        /// The file was removed.
        case cancelled
    }
}
