// SPDX-License-Identifier: Apache-2.0
import SystemSupport

extension String {
    /// A path with the name of a camera before its extension, where there is a name: `a/movie-left.mp4`.
    func adding(camera name: String?) -> String {
        let stem = withoutPathExtension
        return name.map { stem + "-" + $0 + self[stem.endIndex...] } ?? self
    }

    /// What follows the last dot of a path's last part, in lower case.
    var lowercasedPathExtension: String {
        dropFirst(withoutPathExtension.count + 1).lowercased()
    }

    /// The extensions of videos, most likely first.
    static let videoExtensions = [
        "mp4", "mov", "mkv", "webm", "avi", "m4v", "qt", "ts", "mts", "m2ts", "mpg", "mpeg", "wmv",
        "flv", "ogv", "3gp",
    ]
}
