// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials

/// The folder of shared test media and models that `FACECAP_SHARED` names; tests that need it are
/// skipped where it is absent.
public enum SharedMedia {
    /// The folder's path, or `nil` where there is none.
    public static let root: String? = {
        guard let path = ProcessInfo.processInfo.environment["FACECAP_SHARED"],
            FileManager.default.fileExists(atPath: path + "/media")
        else { return nil }
        return path
    }()

    /// Whether the folder is there: for `.enabled(if:)`.
    public static var isAvailable: Bool { root != nil }

    /// A file below the folder, for tests enabled by ``isAvailable``.
    public static func path(_ relative: String) -> String { (root ?? "") + "/" + relative }
}
