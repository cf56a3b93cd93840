// SPDX-License-Identifier: Apache-2.0
import Facecap

/// `facecap models list`
enum ModelsListCommand {
    struct Options: OptionGroup {
        @Option(.flag("json", "Write one JSON record per line.")) var writesJSON: Bool
        let models = ModelOptions()
    }

    static let command = Command(
        name: "list", abstract: "show the known models and where they are",
        options: Options.self
    ) { options, context throws(FacecapError) in
        let store = try options.models.store()
        let records = store.manifest.entries.map { ModelRecord(entry: $0, store: store) }
        if options.writesJSON {
            for record in records { try context.output.write(JSONLine.text(record)) }
        } else {
            try context.output.write(records.map(\.text).joined(separator: "\n") + "\n")
        }
        return .success
    }
}
