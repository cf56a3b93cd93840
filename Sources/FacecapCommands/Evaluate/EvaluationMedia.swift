import FaceEvaluation
import Facecap
import FoundationEssentials

/// The films and pictures of a folder that come with their truth.
struct EvaluationMedia {
    /// One truth table with what it speaks of.
    struct Item {
        let title: String
        let truth: TruthTable
        /// One film, or the pictures in the order of the table.
        let paths: [String]

        var isPictures: Bool { !truth.fileNames.isEmpty }
    }

    let items: [Item]

    /// Looks through a folder and the folders in it.
    init(folder: String) throws(FacecapError) {
        guard let names = try? FileManager.default.subpathsOfDirectory(atPath: folder) else {
            throw FacecapError(
                .sourceNotFound, "\(folder) is not a folder that can be read; name one with media.")
        }
        let known = Set(names)
        var items: [Item] = []
        for name in names.sorted() where name.hasSuffix(".csv") {
            let stem = String(name.dropLast(".csv".count))
            let truth = try TruthTable(path: "\(folder)/\(name)")
            var paths = Self.pictures(of: truth, beside: name, known: known)
            if truth.fileNames.isEmpty {
                let films = Self.filmEndings.map { "\(stem).\($0)" }
                paths = films.filter(known.contains).prefix(1).map { $0 }
            }
            guard !paths.isEmpty else { continue }
            items.append(
                Item(title: stem, truth: truth, paths: paths.map { "\(folder)/\($0)" }))
        }
        guard !items.isEmpty else {
            throw FacecapError(
                .sourceNotFound,
                "\(folder) has no film or picture with a truth CSV; "
                    + "put clip.csv beside clip.mp4.")
        }
        self.items = items
    }

    private static var filmEndings: [String] { ["mp4", "mov", "mkv", "webm", "avi", "gif"] }

    private static func pictures(
        of truth: TruthTable, beside name: String, known: Set<String>
    ) -> [String] {
        let folder = name.lastIndex(of: "/").map { String(name[...$0]) } ?? ""
        return truth.fileNames.map { folder + $0 }.filter(known.contains)
    }
}
