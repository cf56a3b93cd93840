// SPDX-License-Identifier: Apache-2.0
package import FaceValues

extension FacecapError {
    /// The samples of a movie lie in another file (ISO/IEC 14496-12 8.7.2).
    ///
    /// - Parameter name: the movie's, for people.
    package static func samplesElsewhere(_ name: String) -> FacecapError {
        FacecapError(
            .mediaUnreadable,
            "\(name) keeps its samples in another file, which is not opened; name that file, or copy "
                + "both into one with `ffmpeg -enable_drefs 1 -c copy`.")
    }
}
