// SPDX-License-Identifier: Apache-2.0
package import FaceValues
internal import SystemSupport

extension ModelFetcher {
    /// Asks the addresses of a model in their order whether one has it, without fetching it; blocks for
    /// 10 s an address at most. Nothing is asked about wheels.
    ///
    /// - Throws: `.networkFailed`.
    package func checkReachability(of entry: ModelEntry) throws(FacecapError) {
        var reasons: [String] = []
        for case .file(let url) in entry.sources {
            guard let reason = unreachability(of: url) else { return }
            reasons.append("\(url): \(reason)")
        }
        throw FacecapError(
            .networkFailed,
            reasons.isEmpty
                ? "There is no address of \(entry.name)."
                : "models fetch does not reach " + reasons.joined(separator: " and not "))
    }

    /// Why an address cannot be reached; `nil` where it can.
    private func unreachability(of url: String) -> String? {
        let outcome = ChildProcess.run(
            [
                "curl", "--head", "--fail", "--location", "--silent", "--show-error", "--proto",
                protocols, "--proto-redir", protocols, "--connect-timeout", "5", "--max-time", "5",
                "--", url,
            ], outputLimit: 1 << 20, timeout: 10)
        switch outcome {
        case .ended(status: 0, _, _), .outputTooLarge: return nil
        case .notStarted(let reason): return "curl cannot be run (\(reason))"
        case .timedOut: return "there is no answer within 10 s"
        case .ended(let status, _, let messages):
            return messages.lastLine ?? "curl ended with \(status)"
        }
    }
}
