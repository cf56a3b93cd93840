// SPDX-License-Identifier: Apache-2.0
package import FaceValues
import FoundationEssentials

/// The models that are known: their names, sizes, checksums and where they can be had.
///
/// The manifest is `models/manifest.json` as it was when the program was built. It is never read
/// from the folder that holds the weights: who can replace those could replace it as well.
package struct ModelManifest: Sendable, Hashable {
    /// In the order of the file.
    package let entries: [ModelEntry]
    /// The model of each detector that is used when none is named, the best detector first.
    package let defaultEntries: [ModelEntry]
    /// The face mesh; `nil` for a manifest without one.
    package let meshEntry: ModelEntry?
    /// The model that is used when neither it nor a detector is named.
    package let defaultEntry: ModelEntry

    /// No model file may be larger than this, in bytes.
    package static let maximumFileSize = 64 << 20

    /// The manifest within the program.
    package static func builtIn() throws(FacecapError) -> ModelManifest {
        try ModelManifest(json: PackageResources.manifest_json)
    }

    /// Reads the text of a manifest.
    ///
    /// - Throws: `.modelUnreadable` where the text is not a manifest or an entry
    ///   makes no sense.
    package init(json: [UInt8]) throws(FacecapError) {
        let entries: [ModelEntry]
        do {
            entries = try JSONDecoder().decode(Document.self, from: Data(json)).models
        } catch {
            throw Self.invalid("it is not JSON of the expected form")
        }
        for entry in entries {
            try Self.check(entry)
        }
        guard Set(entries.map(\.name)).count == entries.count,
            Set(entries.map(\.file)).count == entries.count
        else { throw Self.invalid("two models have the same name or file") }
        let defaults = entries.filter(\.isDefault)
        let detectors = Set(entries.map(\.detector))
        guard let first = defaults.first(where: { !$0.isMesh }), defaults.count == detectors.count,
            Set(defaults.map(\.detector)) == detectors
        else { throw Self.invalid("every detector has to have one default") }
        self.entries = entries
        defaultEntries = defaults.filter { !$0.isMesh }
        meshEntry = defaults.first(where: \.isMesh)
        defaultEntry = first
    }

    /// The entry with a name, or the default where there is no name.
    ///
    /// - Throws: `.invalidArgument` for a name the manifest does not have.
    package func entry(named name: String?) throws(FacecapError) -> ModelEntry {
        guard let name else { return defaultEntry }
        guard let entry = entries.first(where: { $0.name == name }) else {
            let known = entries.map(\.name).joined(separator: ", ")
            throw FacecapError(
                .invalidArgument, "There is no model named \"\(name)\"; known are \(known).")
        }
        return entry
    }

    private struct Document: Decodable {
        let models: [ModelEntry]
    }

    private static func check(_ entry: ModelEntry) throws(FacecapError) {
        let hexDigits = Set("0123456789abcdef")
        guard !entry.name.isEmpty, !entry.detector.isEmpty else {
            throw invalid("a model has no name or no detector")
        }
        for file in [entry.file, entry.licenceFile] {
            guard !file.isEmpty, !file.contains("/"), !file.hasPrefix(".") else {
                throw invalid("a file of \(entry.name) is not a plain file name")
            }
        }
        guard !entry.sources.isEmpty else { throw invalid("\(entry.name) has no source") }
        for case .wheel(let wheel) in entry.sources where !wheel.makesSense {
            throw invalid("a wheel of \(entry.name) makes no sense")
        }
        guard entry.sha256.count == 64, entry.sha256.allSatisfy(hexDigits.contains) else {
            throw invalid("the sha256 of \(entry.name) is not 64 lower-case hexadecimal digits")
        }
        guard (1...maximumFileSize).contains(entry.size) else {
            throw invalid("the size of \(entry.name) is not 1...\(maximumFileSize) bytes")
        }
        guard entry.input.width > 0, entry.input.height > 0, entry.input.multipleOf > 0,
            entry.smallestFace > 0, entry.largestFace >= entry.smallestFace
        else { throw invalid("the input or the face sizes of \(entry.name) make no sense") }
    }

    private static func invalid(_ reason: String) -> FacecapError {
        FacecapError(.modelUnreadable, "The manifest of the models is damaged: \(reason).")
    }
}
