// SPDX-License-Identifier: Apache-2.0
import FaceDetectors
import FaceValues
import Foundation
import Glibc
import TestSupport
import Testing

/// Wheels come from a program that stands in for Python's pip; they are read by the real Python.
@Suite(.enabled(if: access("/usr/bin/python3", X_OK) == 0, "needs python3"))
struct WheelFetcherTests {
    let tools: TemporaryFolder
    let target: TemporaryFolder

    init() throws {
        tools = try TemporaryFolder()
        target = try TemporaryFolder()
    }

    /// A fetcher whose pip runs `download`, shell commands with the folder to fill as `$folder`.
    private func fetcher(_ download: String) async throws -> ModelFetcher {
        let script = """
            #!/bin/sh
            [ "$4" = download ] || exec /usr/bin/python3 "$@"
            while [ "$1" != --dest ]; do shift; done
            folder=$2
            echo "$folder" > \(tools.path)/folder
            while [ "$1" != -- ]; do shift; done
            echo "$2" > \(tools.path)/requirement
            \(download)
            """
        // Written here, it could be busy: programs that other tests start meanwhile inherit the open
        // file for a moment.
        let written = try tools.write(Array(script.utf8), to: "script")
        let path = tools.path + "/python"
        let run = try await CommandRunner.run(
            ["-m", "755", written, path], of: "/usr/bin/install")
        #expect(run.exitCode == 0)
        return ModelFetcher(python: path)
    }

    /// Shell commands that make a wheel with one member, whose bytes a Python expression gives.
    private func wheel(_ bytes: String, at member: String = "example/model") -> String {
        """
        /usr/bin/python3 -I -c 'import sys, zipfile
        with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as wheel:
            wheel.writestr("\(member)", \(bytes))' "$folder/example-1.0-py3-none-any.whl"
        """
    }

    private func fetch(_ fetcher: ModelFetcher) throws {
        let entry = try ExampleModel.manifest(sources: ExampleModel.wheel()).defaultEntry
        _ = try fetcher.fetch(entry, into: target.path)
    }

    /// The error of a fetch, after which nothing may be left behind.
    private func failure(_ fetcher: ModelFetcher) throws -> FacecapError? {
        let error = #expect(throws: FacecapError.self) { try fetch(fetcher) }
        #expect(error?.message.contains("\n") == false)
        #expect(target.contents == [])
        return error
    }

    private func written(_ name: String) throws -> String {
        try String(contentsOfFile: "\(tools.path)/\(name)", encoding: .utf8)
            .trimmingCharacters(in: ["\n"])
    }

    @Test func takesTheMemberOutOfTheWheelAndLeavesNothingElse() async throws {
        try fetch(await fetcher(wheel(#"b"hello, model""#)))
        #expect(target.contents == ["example.onnx"])
        let bytes = try Data(contentsOf: URL(filePath: target.path + "/example.onnx"))
        #expect(Array(bytes) == ExampleModel.bytes)
        #expect(try written("requirement") == "example==1.0")
        #expect(access(try written("folder"), F_OK) != 0)
    }

    @Test func otherBytesAreNotTheModel() async throws {
        let error = try failure(await fetcher(wheel(#"b"hello, modeL""#)))
        #expect(error?.code == .modelMismatch)
        #expect(error?.message.contains("pkg:pypi/example@1.0#example/model") == true)
    }

    @Test func aMemberThatIsLargerThanTheModelIsNotUnpacked() async throws {
        let error = try failure(await fetcher(wheel("bytes(1 << 26)")))
        #expect(error?.code == .modelMismatch)
        #expect(error?.message.contains("larger than the 12 bytes") == true)
    }

    @Test func aWheelWithoutTheMemberIsNamed() async throws {
        let error = try failure(await fetcher(wheel(#"b"hello, model""#, at: "../example/model")))
        #expect(error?.code == .modelMismatch)
        #expect(error?.message.contains("example/model in example==1.0") == true)
    }

    @Test(arguments: [
        "echo no zip > $folder/a.whl", "mkdir $folder/a.whl", "ln -s /dev/zero $folder/a.whl",
        "true", "touch $folder/a.whl $folder/b.whl",
    ])
    func whatIsNoWheelIsRefused(download: String) async throws {
        let error = try failure(await fetcher(download))
        #expect(error?.code == .modelMismatch || error?.code == .networkFailed)
        #expect(access(try written("folder"), F_OK) != 0)
    }

    @Test func saysWhatPipSaid() async throws {
        let error = try failure(
            await fetcher("echo 'ERROR: No matching distribution' >&2; exit 1"))
        #expect(error?.code == .networkFailed)
        #expect(
            error?.message.hasPrefix(
                "Cannot download example==1.0: ERROR: No matching distribution; ") == true)
    }

    @Test func withoutPipItSaysWhatToInstall() async throws {
        let error = try failure(
            await fetcher("echo 'ImportError: No module named pip' >&2; exit 1"))
        #expect(error?.code == .networkFailed)
        #expect(error?.message.contains("sudo apt-get install python3-pip") == true)
    }

    @Test func withoutPythonItSaysWhatToInstall() async throws {
        let error = try failure(ModelFetcher(python: tools.path + "/nothing"))
        #expect(error?.code == .networkFailed)
        #expect(error?.message.contains("sudo apt-get install python3-pip") == true)
    }
}
