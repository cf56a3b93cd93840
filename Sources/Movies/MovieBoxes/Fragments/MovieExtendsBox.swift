// SPDX-License-Identifier: Apache-2.0
/// ISO/IEC 14496-12 8.8.1, Movie Extends (`mvex`): that the movie has fragments.
package struct MovieExtendsBox: Sendable {
    /// How long the movie is with its fragments, in ticks of the movie, by 8.8.2, Movie Extends Header (`mehd`); `nil`
    /// when it is not known.
    package private(set) var duration: UInt64?
    /// What the fragments leave unsaid, of each track.
    package private(set) var tracks: [TrackExtendsBox] = []

    private static let limit = 1024

    package init(tracks: [TrackExtendsBox]) { self.tracks = tracks }

    /// Boxes of other kinds are passed over.
    package init(parsing box: BoxReader.Box) throws(BoxDamage) {
        var fields = BoxFields(box)
        while let child = try fields.nextChild() {
            if child.type == .mehd {
                var header = BoxFields(child)
                let version = try header.nextVersionAndFlags().version
                duration = try header.nextDuration(version: version)
            } else if child.type == .trex {
                guard tracks.count < Self.limit else {
                    throw BoxDamage(.mvex, "has more than \(Self.limit) trex boxes")
                }
                tracks.append(try TrackExtendsBox(parsing: child))
            }
        }
    }

    /// Writes the whole box, without how long the movie is.
    package func write(to writer: inout BoxWriter) {
        writer.box(.mvex) { writer in
            for track in tracks { track.write(to: &writer) }
        }
    }
}
