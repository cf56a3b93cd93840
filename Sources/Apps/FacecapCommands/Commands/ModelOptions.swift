import Facecap

/// Where models are looked for.
struct ModelOptions: OptionGroup {
    @Option var folder: String?

    init(_ options: inout OptionReader) {
        _folder = options.read(
            .option(
                "model-dir", .folder,
                "The folder in which models are looked for first; fetch puts them there."))
    }

    /// The models that are known, and where they may be.
    func store() throws(FacecapError) -> ModelStore {
        let folders = ModelFolders.ofThisProcess(named: folder)
        return ModelStore(manifest: try .builtIn(), folders: folders.searchOrder)
    }
}
