// SPDX-License-Identifier: Apache-2.0
/// ISO/IEC 14496-12 8.8.1, Movie Extends (`mvex`): that the movie has fragments.
package struct MovieExtendsBox: BoxCodable {
    /// How long the movie is with its fragments, where it says so.
    package private(set) var header: MovieExtendsHeaderBox?
    /// What the fragments leave unsaid, of each track.
    package private(set) var tracks: [TrackExtendsBox] = []

    private static let limit = 1024

    package init(tracks: [TrackExtendsBox]) { self.tracks = tracks }

    /// Boxes of other kinds are passed over.
    package init(parsing box: BoxReader.Box) throws(BoxDamage) {
        var fields = BoxFields(box)
        while let child = try fields.nextChild() {
            if child.type == .mehd {
                header = try MovieExtendsHeaderBox(parsing: child)
            } else if child.type == .trex {
                guard tracks.count < Self.limit else {
                    throw BoxDamage(.mvex, "has more than \(Self.limit) trex boxes")
                }
                tracks.append(try TrackExtendsBox(parsing: child))
            }
        }
    }

    package func write(to writer: inout BoxWriter) {
        writer.box(.mvex) { writer in
            header?.write(to: &writer)
            for track in tracks { track.write(to: &writer) }
        }
    }
}
