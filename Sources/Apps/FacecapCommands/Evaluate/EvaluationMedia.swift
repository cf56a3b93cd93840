import FaceEvaluation
import Facecap
import Glibc
import SystemSupport

/// The videos and frames of a folder that come with their truth.
struct EvaluationMedia {
    /// One truth table with what it speaks of.
    struct Item {
        let title: String
        let truth: TruthTable
        /// One video, or the frames in the order of the table.
        let paths: [String]

        var isImages: Bool { !truth.fileNames.isEmpty }
    }

    let items: [Item]

    /// Looks through a folder and the folders in it.
    init(folder: String) throws(FacecapError) {
        let names = try Self.names(in: folder)
        let known = Set(names)
        var items: [Item] = []
        for name in names.sorted() where name.hasSuffix(".csv") {
            let stem = String(name.dropLast(".csv".count))
            let truth = try TruthTable(path: "\(folder)/\(name)")
            var paths = Self.images(of: truth, beside: name, known: known)
            if truth.fileNames.isEmpty {
                let videos = Self.videoEndings.map { "\(stem).\($0)" }
                paths = videos.filter(known.contains).prefix(1).map { $0 }
            }
            guard !paths.isEmpty else { continue }
            items.append(
                Item(title: stem, truth: truth, paths: paths.map { "\(folder)/\($0)" }))
        }
        guard !items.isEmpty else {
            throw FacecapError(
                .sourceNotFound,
                "\(folder) has no video or image with a truth CSV; "
                    + "put clip.csv beside clip.mp4.")
        }
        self.items = items
    }

    /// The paths of all that is below a folder, as seen from it, whatever bytes are in them.
    private static func names(in folder: String) throws(FacecapError) -> [String] {
        var names: [String] = []
        var rest = [""]
        while let next = rest.popLast() {
            for name in try Files.names(in: next.isEmpty ? folder : "\(folder)/\(next)") {
                names.append(next + name)
                var status = stat()
                // A link to a folder may lead back.
                guard lstat("\(folder)/\(next)\(name)".cPath, &status) == 0,
                    status.st_mode & S_IFMT == S_IFDIR
                else { continue }
                rest.append(next + name + "/")
            }
        }
        return names
    }

    private static var videoEndings: [String] { ["mp4", "mov", "mkv", "webm", "avi", "gif"] }

    private static func images(
        of truth: TruthTable, beside name: String, known: Set<String>
    ) -> [String] {
        let folder = name.lastIndex(of: "/").map { String(name[...$0]) } ?? ""
        return truth.fileNames.map { folder + $0 }.filter(known.contains)
    }
}
