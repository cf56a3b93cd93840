// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Fetches models and says what became of each.
struct ModelFetching {
    let store: ModelStore
    /// Where models go that are nowhere yet.
    let folder: String?
    let context: CommandContext
    var fetcher = ModelFetcher()

    /// Fetches the first of some models that can be had; what could not be is said.
    ///
    /// A damaged file is never passed over, since no detector would either.
    func fetchBest(of entries: [ModelEntry]) throws(FacecapError) {
        for (entry, next) in zip(entries, entries.dropFirst()) {
            do throws(FacecapError) {
                try fetch(entry)
                return
            } catch {
                guard Self.isOfNetwork(error), store.path(of: entry) == nil else { throw error }
                context.messages.say("\(error.ofCommand.message) Going on with \(next.name).")
            }
        }
        if let last = entries.last { try fetch(last) }
    }

    /// Fetches the first of some models that can be had, and the face mesh.
    func fetchUsual(_ manifest: ModelManifest) throws(FacecapError) -> ExitCode {
        try fetchBest(of: manifest.defaultEntries)
        return try fetchAll([manifest.meshEntry].compactMap(\.self))
    }

    /// Fetches every one that can be had, and ends with the code of the first that could not be.
    func fetchAll(_ entries: [ModelEntry]) throws(FacecapError) -> ExitCode {
        var result = ExitCode.success
        for entry in entries {
            do throws(FacecapError) {
                try fetch(entry)
            } catch  where Self.isOfNetwork(error) {
                context.messages.say(error.ofCommand.message)
                if result == .success { result = ExitCode(error.code) }
            }
        }
        return result
    }

    private static func isOfNetwork(_ error: FacecapError) -> Bool {
        error.code == .networkFailed || error.code == .modelMismatch
    }

    private func fetch(_ entry: ModelEntry) throws(FacecapError) {
        try context.output.write(Messages.printable(try lineOfFetching(entry)) + "\n")
    }

    private func lineOfFetching(_ entry: ModelEntry) throws(FacecapError) -> String {
        let found = store.path(of: entry)
        if let found, (try? store.load(entry)) != nil {
            return "\(entry.name): already there, \(found)"
        }
        let damaged = found.map { String($0.dropLast(entry.file.count + 1)) }
        guard let target = damaged ?? folder else {
            throw FacecapError(
                .invalidArgument, "There is no home folder to put models into; use --model-dir.")
        }
        return "\(entry.name): fetched, \(try fetcher.fetch(entry, into: target))"
    }
}
