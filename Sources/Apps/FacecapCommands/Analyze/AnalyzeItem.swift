// SPDX-License-Identifier: Apache-2.0
import Facecap
import SystemSupport

/// One video of a call of `analyze`, and where what is found in it goes.
struct AnalyzeItem: Sendable, Hashable {
    let input: String
    /// The movie to write; `nil` for none.
    var output: String?
    /// Beside which path sidecars are written.
    let sidecarPath: String
    /// Whether its call names no other, nor a folder to write to.
    let isAlone: Bool

    /// The one file of a call that names no folder to write to.
    init(input: String, output: String?, isAlone: Bool = true) {
        self.input = input
        self.output = output
        self.isAlone = isAlone
        sidecarPath = output ?? input
    }

    /// A file of several, whose copy lies in a folder.
    init(input: String, folder: String?) {
        guard let folder else {
            self.init(input: input, output: nil, isAlone: false)
            return
        }
        let name = input.lastPathComponent
        let isQuickTime = ["mov", "qt"].contains(name.lowercasedPathExtension)
        let copy = String(name.withoutPathExtension) + (isQuickTime ? ".mov" : ".mp4")
        self.init(input: input, output: folder.appendingPathComponent(copy), isAlone: false)
    }

    /// The files that were named, and those in the folders that were named, in the order of their names.
    ///
    /// Throws where two of them would be written to one place, or a folder has none.
    static func all(of inputs: [String], folder: String?) throws(FacecapError) -> [AnalyzeItem] {
        var items: [AnalyzeItem] = []
        for input in inputs {
            let paths = Files.isFolder(input) ? try files(in: input) : [input]
            items += paths.map { AnalyzeItem(input: $0, folder: folder) }
        }
        try check(items)
        return items
    }

    /// Throws where two of them would be written to one place.
    static func check(_ items: [AnalyzeItem]) throws(FacecapError) {
        // By their bytes: names may differ in these alone.
        var inputsOfOutputs: [[UInt8]: String] = [:]
        for item in items {
            let place = String(item.sidecarPath.withoutPathExtension)
            if let other = inputsOfOutputs[Array(place.utf8)] {
                throw FacecapError(
                    .invalidArgument,
                    "What is found in \(other) and in \(item.input) would both be written to \(place); "
                        + "analyze them apart, each into its own folder.")
            }
            inputsOfOutputs[Array(place.utf8)] = item.input
        }
    }

    /// The paths of all that is to be written for the item.
    func outputs(sidecars: [FaceExportFormat]) -> [String] {
        [output].compactMap(\.self) + sidecars.map(sidecar)
    }

    /// The path of a sidecar.
    func sidecar(_ format: FaceExportFormat) -> String {
        Sidecars.path(of: format, besideMovie: sidecarPath)
    }

    /// Whether the video is there; of standard input and addresses that is not known before they are opened.
    var isThere: Bool {
        guard case .file(let path) = MediaLocation(input) else { return true }
        return Files.exists(path)
    }

    /// Whether all that is to be written for the item is there, and the video too; it is no copy of itself.
    func isDone(sidecars: [FaceExportFormat]) -> Bool {
        let paths = outputs(sidecars: sidecars)
        return isThere && !paths.isEmpty
            && paths.allSatisfy { Files.exists($0) && !Files.areSame($0, input) }
    }

    /// Throws where the movie to write is there, as the copy of another video.
    func checkSource() throws(FacecapError) {
        guard let output, !Files.areSame(output, input) else { return }
        try CopySource.check(output, isOf: input)
    }

    /// The sidecars that are there, from a call before or from somebody else.
    func existingSidecars(
        of formats: [FaceExportFormat]
    ) -> [(format: FaceExportFormat, path: String)] {
        formats.map { ($0, sidecar($0)) }.filter { Files.exists($0.1) }
    }

    /// Throws where a sidecar exists and is not to be replaced.
    func check(sidecars: [FaceExportFormat], overwriting: Bool) throws(FacecapError) {
        for format in sidecars {
            try AtomicFile.check(sidecar(format), overwriting: overwriting)
        }
    }

    /// Throws where the movie to write exists and is not to be replaced; that the video is missing is said by its opening.
    func checkOutput(overwriting: Bool) throws(FacecapError) {
        guard let output, isThere else { return }
        try MovieWriter.checkPath(output, overwritesExistingFile: overwriting)
    }

    /// Whether the video has the name of a movie that faces can be added to as it is.
    var isNamedAsMovie: Bool {
        ["mp4", "m4v", "mov", "qt", "3gp"].contains(input.lowercasedPathExtension)
    }

    /// Whether the video is one that faces can be added to as it is.
    func isMovie() throws(FacecapError) -> Bool {
        guard case .file = MediaLocation(input) else { return false }
        do throws(FacecapError) {
            _ = try MovieReader(path: input)
            return true
        } catch {
            guard error.code == .mediaUnreadable else { throw error }
            return false
        }
    }

    private static func files(in folder: String) throws(FacecapError) -> [String] {
        let files = try Files.names(in: folder).filter {
            // What is no file, such as a pipe, might never end.
            !$0.hasPrefix(".") && String.videoExtensions.contains($0.lowercasedPathExtension)
                && Files.isRegular(folder.appendingPathComponent($0))
        }
        guard !files.isEmpty else {
            throw FacecapError(
                .sourceNotFound, "\(folder) has no video file; name one that has, or the files.")
        }
        return files.map { folder.appendingPathComponent($0) }
    }
}
