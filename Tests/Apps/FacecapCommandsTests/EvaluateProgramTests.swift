import TestSupport
import Testing

/// `facecap evaluate` as a process.
@Suite struct EvaluateProgramTests {
    @Test func aFolderWithoutMediaIsOneClearLine() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Array("frame,id,x,y,w,h\n".utf8), to: "lonely.csv")
        let run = try await CommandRunner.run(["evaluate", folder.path])
        #expect(run.exitCode == 66)
        #expect(run.output == "")
        #expect(run.messages.hasPrefix("facecap: \(folder.path) has no video or image"))
        #expect(run.messages.filter { $0 == "\n" }.count == 1)
    }

    @Test func aFolderThatIsNotThereIsNamed() async throws {
        let run = try await CommandRunner.run(["evaluate", "/no/such/folder"])
        #expect(run.exitCode == 66)
        #expect(run.output == "")
        #expect(run.messages.hasPrefix("facecap: /no/such/folder "))
    }

    @Test(.enabled(if: SharedMedia.isAvailable, "needs FACECAP_SHARED"))
    func everyFaceOfTheDrawnImagesIsFound() async throws {
        let run = try await CommandRunner.run(
            ["evaluate", SharedMedia.path("media/procedural/stills")],
            environment: ["FACECAP_MODELS": SharedMedia.path("models")])
        #expect(run.exitCode == 0)
        #expect(run.messages == "")
        let rows = run.output.split(separator: "\n").map { $0.split(separator: " ") }
        let column = try #require(rows.first?.firstIndex(of: "recall"))
        #expect(rows.dropFirst().first?[column] == "1.0000")
    }
}
