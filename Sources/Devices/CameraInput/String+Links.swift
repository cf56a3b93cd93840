import Glibc

extension String {
    /// The path without symbolic links; `nil` when there is nothing at its end.
    ///
    /// The corresponding C function is `realpath`.
    var resolvingLinks: String? {
        guard let resolved = realpath(self, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
