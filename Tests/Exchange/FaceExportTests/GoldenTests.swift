// SPDX-License-Identifier: Apache-2.0
import FaceExport
import FaceValues
import FoundationEssentials
import TestSupport
import Testing

/// The files of `Golden` are written again with `FACECAP_UPDATE_GOLDEN=1`.
@Suite struct GoldenTests {
    @Test(arguments: FaceExportFormat.allCases)
    func everyByteIsTheExpectedOne(_ format: FaceExportFormat) throws {
        let bytes = try Scene().export(format)
        let path = Repository.path(
            "Tests/Exchange/FaceExportTests/Golden/scene.\(format.fileExtension)")
        if ProcessInfo.processInfo.environment["FACECAP_UPDATE_GOLDEN"] != nil {
            try Data(bytes).write(to: URL(filePath: path))
        }
        #expect(try bytes == Array(Data(contentsOf: URL(filePath: path))))
    }

    /// A scene that is stored turned or mirrored is the same scene once it is displayed.
    @Test(
        arguments: FaceExportFormat.allCases,
        VideoOrientation.allCases)
    func whatIsWrittenIsTheDisplayedImage(
        _ format: FaceExportFormat, _ orientation: VideoOrientation
    ) throws {
        let displayedFromStored = CoordinateTransform.displayedFromStored(
            orientation: orientation)
        let storedFromDisplayed = displayedFromStored.inverse
        var scene = Scene()
        let expected = try scene.text(format)
        scene.displayedFromStored = displayedFromStored
        scene.observations = scene.observations.map { observation in
            FaceObservation(
                frame: observation.frame, presentationTime: observation.presentationTime,
                captureNanoseconds: observation.captureNanoseconds,
                orientation: orientation, outcome: observation.outcome,
                scan: observation.scan,
                faces: observation.faces.map { storedFromDisplayed.apply($0) },
                foundFaceIDs: observation.foundFaceIDs, lostFaceIDs: observation.lostFaceIDs)
        }
        #expect(try scene.text(format) == expected)
    }

    /// Stored at the top left of an image that is turned clockwise, then mirrored: the top right
    /// corner, then the top left one.
    @Test func positionsAndAnglesFollowTheTurnAndTheMirror() throws {
        var scene = Scene()
        scene.displayedFromStored = .displayedFromStored(
            orientation: .quarterTurn.followed(by: .mirrored))
        var face = MetadataFaceObject(
            faceID: 1, bounds: Rect(x: 0, y: 0, width: 0.25, height: 0.5), confidence: 1)
        face.rollAngle = 10
        face.yawAngle = 20
        face.pitchAngle = 30
        scene.observations = [Scene.observation(0, 0, faces: [face])]
        #expect(
            try scene.text(.csv).split(separator: "\r\n").last
                == "0,0.000000,analysed,,1,0,0,0.5,0.25,0,0,640,180,-100,-20,30,1,observed,0,,,,,,,,,,,,,,,,,,,,,"
        )
        #expect(
            try scene.text(.openface).split(separator: "\n").last
                == "1,1,0.000000,1,1,,,,-0.5236,-0.3491,-1.7453")
    }

    @Test func everyFormatHasAnExtensionOfItsOwn() {
        let extensions = FaceExportFormat.allCases.map(\.fileExtension)
        #expect(Set(extensions).count == extensions.count)
    }

    @Test(arguments: [0, -1, .nan, .infinity, 2_000_000] as [Double])
    func anImageWithoutUsableSizeIsRefused(_ width: Double) {
        var info = Scene().info
        info.videoSize.width = width
        for format in FaceExportFormat.allCases {
            let error = #expect(throws: FacecapError.self) { try format.makeExporter(info) }
            #expect(error?.code == .invalidArgument)
        }
    }
}
