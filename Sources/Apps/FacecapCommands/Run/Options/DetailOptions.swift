// SPDX-License-Identifier: Apache-2.0
/// What is told of a face beside its box.
struct DetailOptions: OptionGroup {
    @Option(
        .flag(
            "landmarks",
            "Also write the five points of each face to JSON records, tables"
                + " and movies."))
    var landmarks: Bool
    @Option(
        .flag(
            "mesh-points",
            "Also write the 468 points of each face's mesh to JSON records and movies."))
    var meshPoints: Bool

    static var rules: [OptionRule] { [meshRule] }

    /// Of all commands with points of the mesh.
    static let meshRule = OptionRule.of(
        ["mesh-points"], exclude: ["mesh=off"], "finds no mesh")
}
