// SPDX-License-Identifier: Apache-2.0
import SystemSupport

extension String {
    /// A path with the name of a camera before its extension, where there is a name: `a/movie-left.mp4`.
    func adding(camera name: String?) -> String {
        let stem = withoutPathExtension
        return name.map { stem + "-" + $0 + self[stem.endIndex...] } ?? self
    }
}
