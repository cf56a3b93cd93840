// SPDX-License-Identifier: Apache-2.0
package import FaceValues
internal import SystemSupport

/// Fetches model files with the programs `curl` and `python3` and keeps none that was not verified.
package struct ModelFetcher: Sendable {
    /// What may be asked for, in the words of curl's `--proto`.
    let protocols: String
    /// The interpreter that has pip.
    let python: String

    /// A fetcher that speaks HTTPS only, as `protocols` says in the words of curl's `--proto`; it
    /// asks `python`, looked for in `$PATH`, for wheels.
    package init(protocols: String = "=https", python: String = "python3") {
        self.protocols = protocols
        self.python = python
    }

    /// Fetches a model into `folder`, which is made where it does not exist.
    ///
    /// Its sources are tried in their order. The file is received into memory, verified, written
    /// beside its place, flushed to disk and then renamed: a file that is not whole is never seen.
    /// Blocks the thread for minutes at most.
    ///
    /// - Returns: the path of the file.
    /// - Throws: `.networkFailed`, `.modelMismatch`,
    ///   `.permissionDenied`, `.storageFull` or
    ///   `.outputFailed`; then a file that was there before is still there.
    package func fetch(_ entry: ModelEntry, into folder: String) throws(FacecapError) -> String {
        let path = "\(folder)/\(entry.file)"
        let bytes = try receive(entry)
        try Files.makeFolder(folder)
        try AtomicFile.write(bytes, to: path, overwriting: true)
        return path
    }

    /// The verified bytes from the first source that has them, or what each of them said.
    private func receive(_ entry: ModelEntry) throws(FacecapError) -> [UInt8] {
        var failures: [FacecapError] = []
        for source in entry.sources {
            do throws(FacecapError) {
                return try receive(entry, from: source)
            } catch {
                failures.append(error)
            }
        }
        guard let first = failures.first else {
            throw FacecapError(.networkFailed, "There is no source of \(entry.name).")
        }
        throw FacecapError(first.code, failures.map(\.message).joined(separator: " "))
    }

    private func receive(
        _ entry: ModelEntry, from source: ModelSource
    ) throws(FacecapError) -> [UInt8] {
        let bytes: [UInt8]
        switch source {
        case .file(let url): bytes = try receive(entry, url: url)
        case .wheel(let wheel):
            bytes = try WheelFetcher(python: python).receive(wheel, limit: entry.size)
        }
        let found = SHA256.hex(of: bytes)
        guard found == entry.sha256 else {
            throw FacecapError(
                .modelMismatch,
                "What \(source.address) sent is not the model \(entry.name): expected sha256"
                    + " \(entry.sha256), found \(found); nothing was kept, try another network.")
        }
        return bytes
    }

    private func receive(_ entry: ModelEntry, url: String) throws(FacecapError) -> [UInt8] {
        let remedy = "fetch \(url) by hand and name its folder"
        let outcome = ChildProcess.run(
            [
                "curl", "--fail", "--location", "--silent", "--show-error", "--proto", protocols,
                "--proto-redir", protocols, "--connect-timeout", "10", "--max-time", "60", "--",
                url,
            ], outputLimit: entry.size, timeout: 90)
        switch outcome {
        case .notStarted(let reason):
            throw FacecapError(
                .networkFailed, "Cannot run curl (\(reason)); install it, or \(remedy).")
        case .ended(status: 0, let output, _):
            return output
        case .ended(let status, _, let messages):
            let reason = messages.lastLine ?? "curl ended with \(status)"
            throw FacecapError(
                .networkFailed,
                "Cannot fetch \(entry.name): \(reason); try again,"
                    + " or \(remedy).")
        case .timedOut:
            throw FacecapError(
                .networkFailed, "Fetching \(entry.name) took too long; try again, or \(remedy).")
        case .outputTooLarge:
            throw FacecapError(
                .modelMismatch,
                "What \(url) sends is larger than the \(entry.size) bytes of the model"
                    + " \(entry.name); nothing was kept, try another network.")
        }
    }
}
