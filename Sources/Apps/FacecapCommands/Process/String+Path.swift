// SPDX-License-Identifier: Apache-2.0
extension String {
    /// A path without the extension of its last part: `a.b/movie` of `a.b/movie.mp4`.
    var withoutPathExtension: Substring {
        let name = lastIndex(of: "/").map { self[index(after: $0)...] } ?? self[...]
        let dot = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 }
        return self[..<(dot ?? endIndex)]
    }

    /// A path with the name of a camera before its extension, where there is a name: `a/movie-left.mp4`.
    func adding(camera name: String?) -> String {
        let stem = withoutPathExtension
        return name.map { stem + "-" + $0 + self[stem.endIndex...] } ?? self
    }
}
