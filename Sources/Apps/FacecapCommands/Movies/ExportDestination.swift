// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Where an export goes.
enum ExportDestination {
    /// Standard output, or a pipe or device that is there.
    case stream(StandardOutput)
    case file(SidecarFile)

    /// A new file, or a pipe or device that is there and may be written over.
    init(path: String, overwriting: Bool) throws(FacecapError) {
        if overwriting, let output = try StandardOutput(path: path) {
            self = .stream(output)
        } else {
            self = .file(try SidecarFile(path: path, overwriting: overwriting))
        }
    }

    /// The file that is written; `nil` for a stream.
    var path: String? {
        guard case .file(let file) = self else { return nil }
        return file.path
    }

    /// Writes bytes; whether anyone reads on.
    func write(_ bytes: [UInt8]) throws(FacecapError) -> Bool {
        switch self {
        case .stream(let output): return try output.write(bytes) == .written
        case .file(let file):
            try file.write(bytes)
            return true
        }
    }

    /// Says that everything is written: a file takes its name.
    ///
    /// - Parameter sourceFailed: whether what could be read was not all; no file is replaced then.
    /// - Returns: the path of a file that is left as it was; `nil` where everything is there.
    @discardableResult
    func finish(sourceFailed: Bool) throws(FacecapError) -> String? {
        guard case .file(let file) = self else { return nil }
        try file.finish(sourceFailed: sourceFailed)
        return sourceFailed && !file.isNew ? file.path : nil
    }
}
