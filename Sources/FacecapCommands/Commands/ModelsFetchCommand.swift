import Facecap

/// `facecap models fetch`
enum ModelsFetchCommand {
    private static let all = Parameter.flag("all", "Fetch every known model.")

    static let command = Command(
        name: "fetch", abstract: "fetch models that are missing or damaged, and verify them",
        discussion: [
            "Without names: the default model. It goes into --model-dir, $FACECAP_MODELS or"
                + " ~/.local/share/facecap/models; a damaged file is replaced where it is. Needs the"
                + " program curl."
        ],
        parameters: [
            all.declaration, ModelsCommand.folder.declaration, ModelsCommand.names.declaration,
        ]
    ) { invocation, context throws(FacecapError) in
        let store = try ModelsCommand.store(invocation)
        var entries: [ModelEntry] = invocation[all] ? store.manifest.entries : []
        for name in invocation[ModelsCommand.names] {
            entries.append(try store.manifest.entry(named: name))
        }
        if entries.isEmpty { entries = [store.manifest.defaultEntry] }
        let folders = ModelFolders.ofThisProcess(named: invocation[ModelsCommand.folder])
        for entry in entries {
            let line = try fetch(entry, store: store, into: folders.fetchFolder)
            try context.output.write(Messages.printable(line) + "\n")
        }
        return .success
    }

    private static func fetch(
        _ entry: ModelEntry, store: ModelStore, into folder: String?
    ) throws(FacecapError) -> String {
        let found = store.path(of: entry)
        if let found, (try? store.loadModel(named: entry.name)) != nil {
            return "\(entry.name): already there, \(found)"
        }
        let damaged = found.map { String($0.dropLast(entry.file.count + 1)) }
        guard let target = damaged ?? folder else {
            throw FacecapError(
                .invalidArgument, "There is no home folder to put models into; use --model-dir.")
        }
        return "\(entry.name): fetched, \(try ModelFetcher().fetch(entry, into: target))"
    }
}
