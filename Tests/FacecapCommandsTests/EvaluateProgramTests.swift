import TestSupport
import Testing

/// `facecap evaluate` as a process.
@Suite struct EvaluateProgramTests {
    @Test func aFolderWithoutMediaIsOneClearLine() throws {
        let folder = try TemporaryFolder()
        try folder.write(Array("frame,id,x,y,w,h\n".utf8), to: "lonely.csv")
        let run = try Program.run(["evaluate", folder.path])
        #expect(run.status == 66)
        #expect(run.output == "")
        #expect(run.errors.hasPrefix("facecap: \(folder.path) has no film or picture"))
        #expect(run.errors.filter { $0 == "\n" }.count == 1)
    }

    @Test func aFolderThatIsNotThereIsNamed() throws {
        let run = try Program.run(["evaluate", "/no/such/folder"])
        #expect(run.status == 66)
        #expect(run.output == "")
        #expect(run.errors.hasPrefix("facecap: /no/such/folder "))
    }

    @Test(.enabled(if: SharedMedia.isAvailable, "needs FACECAP_SHARED"))
    func everyFaceOfTheDrawnPicturesIsFound() throws {
        let run = try Program.run(
            ["evaluate", SharedMedia.path("media/procedural/stills")],
            environment: ["FACECAP_MODELS": SharedMedia.path("models")])
        #expect(run.status == 0)
        #expect(run.errors == "")
        let rows = run.output.split(separator: "\n").map { $0.split(separator: " ") }
        let column = try #require(rows.first?.firstIndex(of: "recall"))
        #expect(rows.dropFirst().first?[column] == "1.0000")
    }
}
