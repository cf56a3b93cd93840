import Facecap

/// Where an export goes.
enum ExportDestination {
    case standardOutput(StandardOutput)
    case file(SidecarFile)

    /// Writes bytes; whether anyone reads on.
    func write(_ bytes: [UInt8]) throws(FacecapError) -> Bool {
        switch self {
        case .standardOutput(let output): return try output.write(bytes) == .written
        case .file(let file):
            try file.write(bytes)
            return true
        }
    }
}
