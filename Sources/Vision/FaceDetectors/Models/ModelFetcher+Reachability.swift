// SPDX-License-Identifier: Apache-2.0
package import FaceValues
internal import SystemSupport

extension ModelFetcher {
    /// Asks the sources of a model in their order whether one has it, without fetching it; blocks for
    /// 10 s a source at most.
    ///
    /// - Throws: `.networkFailed`.
    package func checkReachability(of entry: ModelEntry) throws(FacecapError) {
        var reasons: [String] = []
        for source in entry.sources {
            guard let reason = unreachability(of: source) else { return }
            reasons.append("\(source.address): \(reason)")
        }
        throw FacecapError(
            .networkFailed,
            "models fetch does not reach " + reasons.joined(separator: " and not "))
    }

    /// Why a source cannot be reached; `nil` where it can.
    private func unreachability(of source: ModelSource) -> String? {
        let arguments =
            switch source {
            case .file(let url):
                [
                    "curl", "--head", "--fail", "--location", "--silent", "--show-error", "--proto",
                    protocols, "--proto-redir", protocols, "--connect-timeout", "5", "--max-time",
                    "5", "--", url,
                ]
            case .wheel(let wheel):
                [
                    python, "-m", "pip", "index", "versions", "--disable-pip-version-check", "--",
                    wheel.package,
                ]
            }
        switch ChildProcess.run(arguments, outputLimit: 1 << 20, timeout: 10) {
        case .ended(status: 0, _, _), .outputTooLarge: return nil
        case .notStarted(let reason): return "\(arguments[0]) cannot be run (\(reason))"
        case .timedOut: return "there is no answer within 10 s"
        case .ended(let status, _, let messages):
            return messages.split(separator: "\n").last.map(String.init)
                ?? "\(arguments[0]) ended with \(status)"
        }
    }
}
