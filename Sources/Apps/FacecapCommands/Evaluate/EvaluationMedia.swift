// SPDX-License-Identifier: Apache-2.0
import FaceEvaluation
import Facecap
import Glibc
import SystemSupport

/// The videos and frames of a folder that come with their truth.
struct EvaluationMedia {
    /// What a truth table speaks of.
    enum Kind {
        case video(path: String)
        /// Images that have nothing to do with each other, by their names in the folder, which ends with a `/`.
        case images([String], folder: String)
        /// A video as a folder of images.
        case sequence(ImageSequence)

        /// The files that it reads.
        fileprivate var paths: [String] {
            switch self {
            case .video(let path): [path]
            case .images(let names, let folder): names.map { folder + $0 }
            case .sequence(let images): images.paths
            }
        }
    }

    /// One truth table with what it speaks of.
    struct Item {
        /// Its name for people, on one line.
        let title: String
        let truth: TruthTable
        let kind: Kind

        init(_ name: String, _ truth: TruthTable, _ kind: Kind) {
            (title, self.truth, self.kind) = (Messages.printable(name), truth, kind)
        }
    }

    let items: [Item]
    /// All files that are read.
    let paths: [String]
    /// What people should know of truth whose video or images are not there.
    let remarks: [String]

    /// Looks through a folder and the folders in it.
    init(folder: String) throws(FacecapError) {
        let names = try Self.names(in: folder)
        let known = Set(names)
        let videos = Self.videos(among: names)
        var items: [Item] = []
        var (paths, remarks) = ([String](), [String]())
        for name in names.sorted() {
            let item: Item?
            if name.lowercasedPathExtension == "csv" {
                paths.append("\(folder)/\(name)")
                item = try Self.table(name, in: folder, known, videos)
            } else if name == "gt/gt.txt" || name.hasSuffix("/gt/gt.txt") {
                let sequence = String(name.dropLast("gt/gt.txt".count))
                paths += [name, "\(sequence)seqinfo.ini"].map { "\(folder)/\($0)" }
                item = try Self.sequence(sequence, in: folder, names, known)
            } else {
                continue
            }
            if let item {
                items.append(item)
            } else {
                remarks.append("\(folder)/\(name) has neither its images nor its video beside it")
            }
        }
        guard !items.isEmpty else {
            throw FacecapError(
                .sourceNotFound,
                "\(folder) has no video or image with a truth CSV, and no MOTChallenge sequence; "
                    + "put clip.csv beside clip.mp4.")
        }
        let media = items.flatMap(\.kind.paths)
        for path in media {
            try MediaLocation(path).checkExistence()
            // What is no file, such as a pipe, might never end.
            guard Files.isRegular(path) else {
                throw FacecapError(
                    .mediaUnreadable,
                    "\(path) is not a regular file; put the video or image of its truth there.")
            }
        }
        self.items = items
        self.paths = paths + media
        self.remarks = remarks
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

    private static let videoExtensions = String.videoExtensions + ["gif"]

    /// Videos by their paths without extension; of several the one with the likeliest extension.
    private static func videos(among names: [String]) -> [String: String] {
        var videos: [String: (rank: Int, name: String)] = [:]
        for name in names {
            guard let rank = videoExtensions.firstIndex(of: name.lowercasedPathExtension) else {
                continue
            }
            let stem = String(name.withoutPathExtension)
            if let other = videos[stem], other < (rank, name) { continue }
            videos[stem] = (rank, name)
        }
        return videos.mapValues(\.name)
    }

    /// What a truth table speaks of; `nil` where it is not there.
    ///
    /// - Parameter videos: all of the folder, by their paths without extension.
    private static func table(
        _ name: String, in folder: String, _ known: Set<String>, _ videos: [String: String]
    ) throws(FacecapError) -> Item? {
        let stem = String(name.withoutPathExtension)
        let truth = try TruthTable(path: "\(folder)/\(name)")
        if truth.fileNames.isEmpty {
            return videos[stem].map { Item(stem, truth, .video(path: "\(folder)/\($0)")) }
        }
        let start = name.lastSlash.map { String(name.unicodeScalars[...$0]) } ?? ""
        // With the bytes of the folder: those of the same letters in the table may be others.
        let images = truth.fileNames.compactMap { file in
            known.firstIndex(of: start + file).map {
                String(known[$0].unicodeScalars.dropFirst(start.unicodeScalars.count))
            }
        }
        return images.isEmpty
            ? nil : Item(stem, truth, .images(images, folder: "\(folder)/\(start)"))
    }

    /// A MOTChallenge sequence; `nil` where there are neither images nor one video.
    ///
    /// - Parameter sequence: its folder as seen from `folder`, with `/` at its end; empty for `folder` itself.
    private static func sequence(
        _ sequence: String, in folder: String, _ names: [String], _ known: Set<String>
    ) throws(FacecapError) -> Item? {
        let description = "\(sequence)seqinfo.ini"
        let info =
            known.contains(description)
            ? try MOTSequenceInfo(path: "\(folder)/\(description)") : MOTSequenceInfo()
        let truth = try TruthTable(motChallengePath: "\(folder)/\(sequence)gt/gt.txt")
        let path = sequence.isEmpty ? folder : String(sequence.dropLast())
        let title = path.lastPathComponent
        if let images = try ImageSequence(of: sequence, in: folder, known: names, info: info) {
            return Item(title, truth, .sequence(images))
        }
        let videos = names.filter { name in
            name.hasPrefix(sequence) && !name.dropFirst(sequence.count).contains("/")
                && videoExtensions.contains(name.lowercasedPathExtension)
        }
        guard let video = videos.first, videos.count == 1 else { return nil }
        return Item(title, truth, .video(path: "\(folder)/\(video)"))
    }
}
