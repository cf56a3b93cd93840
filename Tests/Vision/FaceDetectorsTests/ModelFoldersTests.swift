// SPDX-License-Identifier: Apache-2.0
import FaceDetectors
import TestSupport
import Testing

@Suite struct ModelFoldersTests {
    static let system = ["/usr/local/share/facecap/models", "/usr/share/facecap/models"]

    @Test func looksFromTheNearestToTheFarthest() throws {
        let package = try TemporaryFolder()
        try package.write([], to: "models/manifest.json")
        let folders = ModelFolders(
            named: "/named",
            environment: [
                "FACECAP_MODELS": "/variable", "XDG_DATA_HOME": "/data", "HOME": "/home/me",
            ],
            executable: package.path + "/.build/release/facecap", workingDirectory: "/here")
        #expect(
            folders.searchOrder == [
                "/named", "/variable", package.path + "/models", "/here/models",
                "/data/facecap/models", package.path + "/.build/share/facecap/models",
            ] + Self.system)
    }

    @Test func withoutVariablesOnlyTheFixedFoldersAreLeft() {
        let folders = ModelFolders(
            environment: [:], executable: "/usr/local/bin/facecap", workingDirectory: "/here")
        #expect(folders.searchOrder == ["/here/models"] + Self.system)
        #expect(folders.fetchFolder == nil)
    }

    @Test func anEmptyVariableAndARelativeDataHomeAreIgnored() {
        let folders = ModelFolders(
            environment: ["FACECAP_MODELS": "", "XDG_DATA_HOME": "data", "HOME": "/home/me"],
            executable: "/usr/bin/facecap", workingDirectory: "/here")
        let home = "/home/me/.local/share/facecap/models"
        #expect(
            folders.searchOrder
                == ["/here/models", home, "/usr/share/facecap/models", Self.system[0]])
        #expect(folders.fetchFolder == home)
    }

    @Test func fetchesIntoTheNamedFolderBeforeTheVariable() {
        var folders = ModelFolders(
            named: "/named", environment: ["FACECAP_MODELS": "/variable", "HOME": "/home/me"],
            executable: "/usr/bin/facecap", workingDirectory: "/here")
        #expect(folders.fetchFolder == "/named")
        folders.named = nil
        #expect(folders.fetchFolder == "/variable")
    }
}
