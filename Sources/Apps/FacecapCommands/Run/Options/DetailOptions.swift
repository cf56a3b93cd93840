/// What is told of a face beside its box.
struct DetailOptions: OptionGroup {
    @Option var landmarks: Bool
    @Option var meshPoints: Bool

    init(_ options: inout OptionReader) {
        _landmarks = options.read(
            .flag("landmarks", "Also write the five points of each face, with --json."))
        _meshPoints = options.read(
            .flag(
                "mesh-points",
                "Also write the 468 points of each face's mesh, with --json and in movies."))
    }
}
