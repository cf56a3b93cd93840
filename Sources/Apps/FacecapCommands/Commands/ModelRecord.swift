// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What `facecap models list` says of one model.
struct ModelRecord: Encodable {
    /// Whether a model can be used.
    enum State: String, Encodable {
        case verified, missing, damaged, unreadable
    }

    let entry: ModelEntry
    let state: State
    let path: String?
    /// What a verified model runs on.
    let kernel: DetectorDescription.Kernel?
    /// Whether it is what is used when neither a model nor a detector is named.
    let isDefault: Bool

    init(entry: ModelEntry, store: ModelStore) {
        self.entry = entry
        path = store.path(of: entry)
        isDefault = entry == store.manifest.defaultEntry
        do throws(FacecapError) {
            let model = try store.load(entry)
            state = .verified
            kernel =
                entry.isMesh
                ? try? FaceMesh.kernel() : try? DetectorDescription.Kernel.running(model.bytes)
        } catch {
            kernel = nil
            switch error.code {
            case .modelNotFound: state = .missing
            case .modelMismatch: state = .damaged
            default: state = .unreadable
            }
        }
    }

    /// Some lines for people.
    var text: String {
        let input = entry.input
        return entry.name + (isDefault ? " (default)" : "") + "\n"
            + TextLayout.table(
                [
                    ("state", place)
                ] + (kernel.map { [("runs on", $0.name)] } ?? []) + [
                    ("detector", entry.detector),
                    ("file", "\(entry.file), \(entry.size) bytes, \(entry.licence)"),
                    ("sha256", entry.sha256),
                    ("address", entry.sources.map(\.address).joined(separator: " ")),
                    (
                        "input",
                        "\(input.width)x\(input.height)"
                            + (entry.isMesh ? "" : " and other multiples of \(input.multipleOf)")
                    ),
                    ("faces", "\(entry.smallestFace) to \(entry.largestFace) pixels of the input"),
                ], column: 12)
    }

    private var place: String {
        guard let path else { return "\(state.rawValue), facecap models fetch \(entry.name)" }
        return "\(state.rawValue), \(Messages.printable(path))"
    }

    private enum CodingKeys: String, CodingKey {
        case name, detector, state, path, kernel, file, sha256, size, licence, address, sources
        case isDefault = "default"
    }

    func encode(to encoder: any Encoder) throws {
        var record = encoder.container(keyedBy: CodingKeys.self)
        try record.encode(entry.name, forKey: .name)
        try record.encode(entry.detector, forKey: .detector)
        try record.encode(state, forKey: .state)
        try record.encodeIfPresent(path, forKey: .path)
        try record.encodeIfPresent(kernel?.name, forKey: .kernel)
        try record.encode(entry.file, forKey: .file)
        try record.encode(entry.sha256, forKey: .sha256)
        try record.encode(entry.size, forKey: .size)
        try record.encode(entry.licence, forKey: .licence)
        try record.encode(entry.address, forKey: .address)
        try record.encode(entry.sources.map(\.address), forKey: .sources)
        try record.encode(isDefault, forKey: .isDefault)
    }
}
