// SPDX-License-Identifier: Apache-2.0
import Glibc
internal import SystemSupport

/// The folders in which models are looked for, and the one into which they are fetched.
package struct ModelFolders: Sendable {
    /// The folder the user named for this call.
    package var named: String?
    /// The environment's variables.
    package var environment: [String: String]
    /// The absolute path of the program's file.
    package var executable: String
    /// The absolute path of the working directory.
    package var workingDirectory: String

    /// Folders seen from a given program, environment and working directory.
    package init(
        named: String? = nil, environment: [String: String], executable: String,
        workingDirectory: String
    ) {
        self.named = named
        self.environment = environment
        self.executable = executable
        self.workingDirectory = workingDirectory
    }

    /// Folders as this process sees them.
    package static func ofThisProcess(named: String? = nil) -> ModelFolders {
        var environment: [String: String] = [:]
        for name in ["FACECAP_MODELS", "XDG_DATA_HOME", "HOME"] {
            environment[name] = getenv(name).map { String(path: $0) }
        }
        return ModelFolders(
            named: named, environment: environment,
            executable: Files.resolved("/proc/self/exe") ?? "/",
            workingDirectory: Files.resolved(".") ?? "/")
    }

    /// In the order in which they are looked through, each folder once: the named one,
    /// `$FACECAP_MODELS`, the package's and the working directory's `models`, the user's, the
    /// system's.
    package var searchOrder: [String] {
        let candidates =
            [named, variable("FACECAP_MODELS"), packageFolder, workingDirectory + "/models"]
            + [
                userFolder, Self.parent(Self.parent(executable)) + "/share/facecap/models",
                "/usr/local/share/facecap/models", "/usr/share/facecap/models",
            ]
        var folders: [String] = []
        for case let folder? in candidates where !folders.contains(folder) {
            folders.append(folder)
        }
        return folders
    }

    /// Where a model is put: the named folder, `$FACECAP_MODELS` or the user's; `nil` where there
    /// is not even a home.
    package var fetchFolder: String? { named ?? variable("FACECAP_MODELS") ?? userFolder }

    /// `models` of the package the program was built in: the nearest folder above the program with
    /// a `models/manifest.json`.
    private var packageFolder: String? {
        var folder = Self.parent(executable)
        while !folder.isEmpty {
            if access("\(folder)/models/manifest.json".cPath, R_OK) == 0 {
                return folder + "/models"
            }
            folder = Self.parent(folder)
        }
        return nil
    }

    /// XDG Base Directory Specification: a relative `$XDG_DATA_HOME` is to be ignored.
    private var userFolder: String? {
        if let data = variable("XDG_DATA_HOME"), data.hasPrefix("/") {
            return data + "/facecap/models"
        }
        return variable("HOME").map { $0 + "/.local/share/facecap/models" }
    }

    private func variable(_ name: String) -> String? {
        environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// `/a` of `/a/b`; empty at the root.
    private static func parent(_ path: String) -> String {
        path.lastSlash.map { String(path[..<$0]) } ?? ""
    }
}
