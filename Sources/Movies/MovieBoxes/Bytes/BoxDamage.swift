// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// What is wrong with a box; who knows the movie's name makes the `FacecapError` of it.
package struct BoxDamage: Error {
    /// The box that is wrong.
    package let box: FourCharacterCode
    /// The rest of a sentence that begins with the box.
    package let what: String
    /// The track it belongs to, where that is known.
    package var trackID: UInt32?

    package init(_ box: FourCharacterCode, _ what: String, trackID: UInt32? = nil) {
        self.box = box
        self.what = what
        self.trackID = trackID
    }

    /// The error of the movie with that name.
    package func error(in name: String) -> FacecapError {
        let place = trackID.map { " of track \($0)" } ?? ""
        return FacecapError(
            .mediaDamaged,
            "\(name) is damaged: the \(box) box\(place) \(what); check it with `ffprobe`.")
    }
}
