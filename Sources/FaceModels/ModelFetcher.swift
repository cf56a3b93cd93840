public import FaceValues

/// Fetches model files with the `curl` program and keeps none that was not verified.
public struct ModelFetcher: Sendable {
    /// What may be asked for, in the words of curl's `--proto`.
    let protocols: String

    /// A fetcher that speaks HTTPS only, as `protocols` says in the words of curl's `--proto`.
    public init(protocols: String = "=https") {
        self.protocols = protocols
    }

    /// Fetches a model into `folder`, which is made where it does not exist.
    ///
    /// The file is received into memory, verified, written beside its place, flushed to disk and
    /// then renamed: a file that is not whole is never seen. Blocks the thread for up to a minute.
    ///
    /// - Returns: the path of the file.
    /// - Throws: ``FacecapError/Code/networkFailed``, ``FacecapError/Code/modelMismatch``,
    ///   ``FacecapError/Code/permissionDenied``, ``FacecapError/Code/storageFull`` or
    ///   ``FacecapError/Code/outputFailed``; then a file that was there before is still there.
    public func fetch(_ entry: ModelEntry, into folder: String) throws(FacecapError) -> String {
        let path = "\(folder)/\(entry.file)"
        let bytes = try receive(entry)
        let found = try SHA256.hex(of: bytes)
        guard found == entry.sha256 else {
            throw FacecapError(
                .modelMismatch,
                "What \(entry.address) sent is not the model \(entry.name): expected sha256"
                    + " \(entry.sha256), found \(found); nothing was kept, try another network.")
        }
        try ModelFile.makeFolder(folder)
        try ModelFile.write(bytes, to: path)
        return path
    }

    private func receive(_ entry: ModelEntry) throws(FacecapError) -> [UInt8] {
        let remedy = "fetch \(entry.address) by hand and name its folder with --model-dir"
        let outcome = ChildProcess.run(
            [
                "curl", "--fail", "--location", "--silent", "--show-error", "--proto", protocols,
                "--proto-redir", protocols, "--connect-timeout", "10", "--max-time", "60", "--",
                entry.address,
            ], outputLimit: entry.size)
        switch outcome {
        case .notStarted(let reason):
            throw FacecapError(
                .networkFailed, "Cannot run curl (\(reason)); install it, or \(remedy).")
        case .ended(status: 0, let output, _):
            return output
        case .ended(let status, _, let messages):
            let reason = messages.split(separator: "\n").last.map(String.init)
            throw FacecapError(
                .networkFailed,
                "Cannot fetch \(entry.name): \(reason ?? "curl ended with \(status)"); try again,"
                    + " or \(remedy).")
        case .outputTooLarge:
            throw FacecapError(
                .modelMismatch,
                "What \(entry.address) sends is larger than the \(entry.size) bytes of the model"
                    + " \(entry.name); nothing was kept, try another network.")
        }
    }
}
