internal import MovieBoxes

/// ISO/IEC 14496-12 8.8.1, Movie Extends (`mvex`): that the movie has fragments.
struct MovieExtendsBox {
    /// How long the movie is with its fragments, from `mehd`, where it has one.
    private(set) var duration: Int64?
    /// What the fragments leave unsaid, by track.
    private(set) var defaults: [UInt32: SampleDefaults] = [:]

    private static let limit = 1024

    init(_ box: BoxReader.Box) throws(BoxDamage) {
        var fields = BoxFields(box)
        while let child = try fields.nextChild() {
            if child.type == .mehd {
                var header = BoxFields(child)
                let version = try header.nextVersionAndFlags().version
                duration = try header.nextTime(version: version)
            } else if child.type == .trex {
                guard defaults.count < Self.limit else {
                    throw BoxDamage(.mvex, "has more than \(Self.limit) trex boxes")
                }
                let extends = try TrackExtendsBox(child)
                defaults[extends.trackID] = extends.defaults
            }
        }
    }
}
