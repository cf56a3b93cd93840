// SPDX-License-Identifier: Apache-2.0
import FaceEvaluation
import FaceValues
import TestSupport
import Testing

@Suite struct TruthTableTests {
    private let header = "frame,id,x,y,w,h,yaw,pitch,roll,inframe,occluded"

    @Test func readsFacesOfFramesWithTheYawTurnedAround() throws {
        let table = try TruthTable(
            csv: header + "\n0,a,1,2,30,40,25.5,-3,10,1.000,0.25\n2,a,1,2,30,40,0,0,0,0.5,0\n",
            name: "file.csv")
        #expect(
            table.faces(inFrame: 0) == [
                TruthFace(
                    identity: "a", bounds: Rect(x: 1, y: 2, width: 30, height: 40), rollAngle: 10,
                    yawAngle: -25.5, pitchAngle: -3, visibleShare: 1, occludedShare: 0.25)
            ])
        #expect(table.faces(inFrame: 1).isEmpty)
        #expect(table.faces(inFrame: 2).map(\.visibleShare) == [0.5])
        #expect(table.frameCount == 3 && table.fileNames.isEmpty)
    }

    @Test(arguments: [
        (350.0, -10.0), (10, 10), (-10, -10), (190, -170), (180, 180), (-180, 180), (-350, 10),
        (360, 0),
    ])
    func anglesFrom0To360AreSigned(told: Double, read: Double) throws {
        let table = try TruthTable(
            csv: header + "\n0,a,1,2,30,40,\(told),\(told),\(told),1,0\n", name: "file.csv")
        let face = try #require(table.faces(inFrame: 0).first)
        #expect(face.rollAngle == read && face.pitchAngle == read)
        // To the left is positive here; 180 degrees are the same either way.
        #expect(face.yawAngle == (read == 180 ? 180 : -read))
    }

    @Test func anglesFrom0To360AreCompared() throws {
        let table = try TruthTable(
            csv: header + "\n0,a,0,0,100,100,350,355,340,1,0\n", name: "file.csv")
        var evaluation = EvaluationAccumulator(title: "file")
        let face = MetadataFaceObject(
            faceID: 1, bounds: Rect(x: 0, y: 0, width: 100, height: 100), rollAngle: -18,
            yawAngle: 11, pitchAngle: -8, confidence: 0.9)
        evaluation.add([face], truth: table.faces(inFrame: 0))
        let report = evaluation.report
        #expect(report.pose.roll.meanAbsolute == 2 && report.pose.yaw.meanAbsolute == 1)
        #expect(report.pose.pitch.meanAbsolute == 3)
        #expect(report.byYaw.first?.pose.yaw.measuredCount == 1)
    }

    @Test func readsImagesWithFewerColumns() throws {
        let table = try TruthTable(
            csv: "file,face,x,y,w,h,eye_line_roll_deg\nb.png,0,1,2,3,4,9\na.jpg,0,1,2,3,4,\n"
                + "b.png,1,50,2,3,4,9\n",
            name: "faces.csv")
        #expect(table.fileNames == ["b.png", "a.jpg"])
        #expect(table.faces(inFile: "b.png").map(\.identity) == ["0", "1"])
        #expect(table.faces(inFile: "a.jpg").map(\.yawAngle) == [nil])
        #expect(table.faces(inFile: "a.jpg").map(\.occludedShare) == [0])
        #expect(table.faces(inFile: "c.jpg").isEmpty)
    }

    @Test func readsValuesInQuotes() throws {
        let table = try TruthTable(
            csv: "\"file\", \"id\",x,y,w,h\n\"a, b.jpg\",\"the \"\"one\"\"\",1,1,\"9\",9\n"
                + "6\" wide.png,,1,1,9,9\n",
            name: "t")
        #expect(table.fileNames == ["a, b.jpg", "6\" wide.png"])
        #expect(table.faces(inFile: "a, b.jpg").map(\.identity) == ["the \"one\""])
    }

    @Test func namesFacesOfATableWithoutNames() throws {
        let table = try TruthTable(csv: "x,y,w,h,frame\n1,1,9,9,0\n20,1,9,9,0", name: "t")
        #expect(table.faces(inFrame: 0).map(\.identity) == ["face 0", "face 1"])
    }

    @Test func toleratesForeignLineEndsBlankLinesAndAByteOrderMark() throws {
        let table = try TruthTable(
            csv: "\u{FEFF}frame, x,y,w,h\r\n\r\n 7 ,1,1,9,9\r\n", name: "t")
        #expect(table.faces(inFrame: 7).count == 1)
    }

    @Test(arguments: [
        ("", "t is empty"),
        ("\n\n", "t is empty"),
        ("id,x,y,w,h\n", "t, line 1: a truth table needs the columns"),
        ("frame,x,y,w\n", "t, line 1: a truth table needs the columns"),
        ("frame,x,y,w,h\n0,1,1,9,9\n\n1,1,1,9\n", "t, line 4: 4 values for 5 columns"),
        ("frame,x,y,w,h\n0,1,1,9,9,9\n", "t, line 2: 6 values"),
        ("frame,x,y,w,h\n-1,1,1,9,9\n", "t, line 2: '-1' is no frame number"),
        ("frame,x,y,w,h\n99999999999999999999,1,1,9,9\n", "is no frame number"),
        ("frame,x,y,w,h\n0,1,one,9,9\n", "t, line 2: 'one' is no number for the column y"),
        ("frame,x,y,w,h\n0,nan,1,9,9\n", "'nan' is no number for the column x"),
        ("frame,x,y,w,h\n0,1,1,1e300,9\n", "'1e300' is no number for the column w"),
        ("frame,x,y,w,h\n0,1,1,0,9\n", "t, line 2: w and h must be greater than 0"),
        ("frame,x,y,w,h,yaw\n0,1,1,9,9,inf\n", "'inf' is no number for the column yaw"),
        ("frame,id,x,y,w,h\n0,a,1,1,9,9\n0,a,5,1,9,9\n", "t, line 3: a is in this image twice"),
    ])
    func namesTheLineThatIsWrong(csv: String, message: String) {
        let error = #expect(throws: FacecapError.self) { try TruthTable(csv: csv, name: "t") }
        #expect(error?.message.contains(message) == true)
    }

    @Test func saysThatAFileIsMissingOrAFolder() {
        let missing = #expect(throws: FacecapError.self) {
            try TruthTable(path: "no/such/truth.csv")
        }
        #expect(missing?.code == .sourceNotFound && missing?.systemError != nil)
        let folder = #expect(throws: FacecapError.self) { try TruthTable(path: ".") }
        #expect(folder?.code == .mediaUnreadable)
    }

    @Test(
        .enabled(if: SharedMedia.isAvailable, "FACECAP_SHARED names no media folder"),
        arguments: [
            ("procedural/proc_cross.csv", 200, 0), ("procedural/proc_four.csv", 100, 0),
            ("procedural/stills/gt.csv", 0, 9), ("photos/faces.csv", 0, 8),
        ])
    func readsTheSharedTruth(file: String, frames: Int, minimumFiles: Int) throws {
        let table = try TruthTable(path: SharedMedia.path("media/" + file))
        #expect(table.frameCount == frames)
        #expect(table.fileNames.count >= minimumFiles)
    }
}
