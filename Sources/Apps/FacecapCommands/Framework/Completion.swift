// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What a shell can offer in the place of a value.
enum Completion: Sendable, Hashable {
    case nothing
    case words([String])
    /// Words with commas between them.
    case list([String])
    /// The names of known models, of those that find faces or of all.
    case models(findingFaces: Bool)
    case files
    /// Words beside files.
    case wordsAndFiles([String])
    case folders

    /// Itself, or the words that it stands for.
    var resolved: Completion {
        guard case .models(let findingFaces) = self else { return self }
        let entries = (try? ModelManifest.builtIn())?.entries ?? []
        return .words(entries.filter { !findingFaces || !$0.isMesh }.map(\.name))
    }
}
