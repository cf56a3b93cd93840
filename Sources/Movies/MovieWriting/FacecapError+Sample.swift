// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

extension FacecapError {
    /// The first problem of samples that cannot be written.
    static func sample(_ problem: String, track index: Int) -> FacecapError {
        FacecapError(.invalidArgument, "A sample for track \(index) of the movie \(problem).")
    }
}
