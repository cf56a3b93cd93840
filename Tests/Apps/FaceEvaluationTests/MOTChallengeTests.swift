// SPDX-License-Identifier: Apache-2.0
import FaceEvaluation
import FaceValues
import Testing

@Suite struct MOTChallengeTests {
    @Test func framesCountFromOneAndColumnsMayBeMissing() throws {
        let table = try TruthTable(
            motChallenge: "1,7,10,20,30,40\r\n3,7,11,21,30,40,1\n3,8,100.5,20,30,40,1,-1,-1\n",
            name: "gt.txt")
        #expect(table.frameCount == 3 && table.fileNames.isEmpty)
        #expect(
            table.faces(inFrame: 0) == [
                TruthFace(identity: "7", bounds: Rect(x: 10, y: 20, width: 30, height: 40))
            ])
        #expect(table.faces(inFrame: 1).isEmpty)
        #expect(table.faces(inFrame: 2).map(\.identity) == ["7", "8"])
        #expect(table.faces(inFrame: 2).map(\.occludedShare) == [0, 0])
    }

    /// What is not to be counted, of another class or hidden, is neither missed nor false where it is found.
    @Test(arguments: ["0,1,1", "1,8,1", "1,1,0.5"])
    func whatDoesNotCountNeedNotBeFound(flags: String) throws {
        let table = try TruthTable(motChallenge: "1,7,10,20,30,40," + flags, name: "gt.txt")
        let truth = table.faces(inFrame: 0)
        for faces in [[], truth.map { face($0.bounds) }] {
            var evaluation = EvaluationAccumulator(title: "a")
            let frame = evaluation.add(faces, truth: truth)
            #expect(frame.missed.isEmpty && frame.falsePositives.isEmpty)
            #expect(evaluation.report.observed == DetectionCounts())
        }
    }

    private func face(_ bounds: Rect) -> MetadataFaceObject {
        MetadataFaceObject(faceID: 1, bounds: bounds, confidence: 0.9)
    }

    @Test(arguments: [
        "0,1,1,1,9,9", "1.5,1,1,1,9,9", "1,1,1,1,9", "1,1,1,1,0,9", "1,1,x,1,9,9",
        "1,1,nan,1,9,9", "1,1,1,1,9,9\n1,1,1,1,9,9", "1e99,1,1,1,9,9",
    ])
    func damagedLinesAreNamed(text: String) {
        let error = #expect(throws: FacecapError.self) {
            _ = try TruthTable(motChallenge: text, name: "gt.txt")
        }
        #expect(error?.code == .mediaDamaged)
        #expect(error?.message.contains("gt.txt, line") == true)
    }

    @Test func sequencesSayHowTheyAreRead() throws {
        let info = try MOTSequenceInfo(
            text: "[Sequence]\nname=a\nimDir = frames\r\nframeRate=29.97\nimExt=.png\nseqLength=3",
            name: "seqinfo.ini")
        #expect(info.imageFolder == "frames" && info.imageEnding == ".png")
        #expect(info.frameRate == 29.97)
        #expect(MOTSequenceInfo().imageFolder == "img1" && MOTSequenceInfo().frameRate == 25)
    }

    @Test(arguments: ["imDir=../elsewhere", "imDir=..", "imDir=", "frameRate=0", "frameRate=x"])
    func noSequenceReachesOutsideOfItsFolder(line: String) {
        #expect(throws: FacecapError.self) { _ = try MOTSequenceInfo(text: line, name: "i") }
    }
}
