internal import MovieBoxes

/// ISO/IEC 14496-12 8.7.2, Data Reference (`dref`): in which files the samples lie.
struct DataReferenceBox {
    /// Of each reference whether it names the movie's own file.
    private(set) var isSelfContained: [Bool] = []

    private static let limit = 1024

    init(_ box: BoxReader.Box) throws(BoxDamage) {
        var fields = BoxFields(box)
        try fields.skip(8)
        while let reference = try fields.nextChild() {
            guard isSelfContained.count < Self.limit else {
                throw BoxDamage(.dref, "has more than \(Self.limit) references")
            }
            var reader = BoxReader(reference.content)
            isSelfContained.append((reader.readVersionAndFlags()?.flags ?? 1) & 1 != 0)
        }
    }
}
