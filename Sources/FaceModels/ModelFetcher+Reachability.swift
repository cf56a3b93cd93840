public import FaceValues

extension ModelFetcher {
    /// Asks the host of a model whether it has it, without fetching it; blocks for 5 s at most.
    ///
    /// - Throws: ``FacecapError/Code/networkFailed``.
    public func checkReachability(of entry: ModelEntry) throws(FacecapError) {
        let outcome = ChildProcess.run(
            [
                "curl", "--head", "--fail", "--location", "--silent", "--show-error", "--proto",
                protocols, "--proto-redir", protocols, "--connect-timeout", "5", "--max-time", "5",
                "--", entry.address,
            ], outputLimit: 1 << 20)
        switch outcome {
        case .ended(status: 0, _, _), .outputTooLarge: return
        case .notStarted(let reason):
            throw FacecapError(
                .networkFailed, "curl cannot be run (\(reason)), which models fetch needs")
        case .ended(let status, _, let messages):
            let reason = messages.split(separator: "\n").last.map(String.init)
            throw FacecapError(
                .networkFailed,
                "models fetch does not reach \(entry.address): "
                    + (reason ?? "curl ended with \(status)"))
        }
    }
}
