import Facecap

/// `facecap models list`
enum ModelsListCommand {
    private static let json = Parameter.flag("json", "Write one JSON record a line.")

    static let command = Command(
        name: "list", abstract: "show the known models and where they are",
        parameters: [json.declaration, ModelsCommand.folder.declaration]
    ) { invocation, context throws(FacecapError) in
        let store = try ModelsCommand.store(invocation)
        let records = store.manifest.entries.map { ModelRecord(entry: $0, store: store) }
        if invocation[json] {
            for record in records { try context.output.write(JSONLine.text(record)) }
        } else {
            try context.output.write(records.map(\.text).joined(separator: "\n") + "\n")
        }
        return .success
    }
}
