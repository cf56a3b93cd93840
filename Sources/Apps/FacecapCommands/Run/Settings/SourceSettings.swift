// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Which sources a session has, and what is asked of them.
struct SourceSettings: Sendable {
    /// At least one.
    var sources = [RunSource(SourceSpecifier.automatic)]
    /// The device node of the depth camera that sees what the only source sees.
    var depth: String?
    /// What cameras are asked for.
    var images = ImageRequest()
    /// `nil` leaves the size to the sources.
    var preset: CaptureSession.Preset?
    /// Whether cameras give the largest frames they have, where nothing else says how large.
    var takesLargestImages = false
    var duration: Duration?
    /// Whether a file is read at its own pace.
    var isRealTime = false
    /// Whether a file may be a playlist that names other files.
    var allowsPlaylists = false
    /// Whether the certificate of a server need not be one that can be verified.
    var allowsUntrustedServers = false
    /// Whether it is told when the image has changed much.
    var watchesSubjectArea = false
    /// By how much frames are magnified at first; `nil` where nobody said.
    var zoomFactor: Double?
    /// What is asked of the process that decodes; `nil` where there is none.
    var isolation: IsolatedFileInput.Isolation? = IsolatedFileInput.Isolation()

    /// When sources end of themselves.
    var maximumDuration: MediaTime? { duration.map(MediaTime.init) }

    /// The preset of the largest images, where they are asked for and all sources have a choice of sizes.
    var presetOfPhotos: CaptureSession.Preset? {
        takesLargestImages && sources.allSatisfy(\.specifier.hasChoiceOfSizes) ? .photo : nil
    }

    /// What a source is called among several, or where the user gave it a name.
    func name(ofSource index: Int) -> String? {
        sources[index].name ?? (sources.count > 1 ? "\(index)" : nil)
    }

    /// Whether a source is the standard input.
    var readsStandardInput: Bool { sources.contains { $0.specifier == .file("-") } }

    /// What the synthetic sources draw.
    var drawnScenes: [SyntheticCamera.Configuration] {
        sources.compactMap { source in
            if case .synthetic(let configuration) = source.specifier { configuration } else { nil }
        }
    }

    /// Throws what keeps the sources from being told apart, or read at once.
    func check() throws(FacecapError) {
        var names: Set<String> = []
        for name in sources.indices.compactMap({ name(ofSource: $0) })
        where !names.insert(name).inserted {
            throw FacecapError(
                .invalidArgument, "Two sources are called \(name); give each a name of its own.")
        }
        guard sources.count(where: { $0.specifier == .file("-") }) < 2 else {
            throw FacecapError(
                .invalidArgument, "Standard input can be one source only; give - once.")
        }
        guard depth == nil || sources.count == 1 else {
            throw FacecapError(
                .invalidArgument, "--depth sees what one source sees; give one --source with it.")
        }
    }
}
