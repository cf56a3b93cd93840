// SPDX-License-Identifier: Apache-2.0
import FaceValues
import FoundationEssentials
import Glibc
import Testing

@testable import CameraInput

@Suite struct CameraCatalogueTests {
    /// Lists the cameras of a folder laid out as sysfs does: node to name and index.
    private func cameras(_ nodes: [(String, name: String, index: String)], _ device: ScriptedDevice)
        throws -> [CameraDescription]
    {
        let files = FileManager.default
        let folder = files.temporaryDirectory.path + "/facecap-\(UUID().uuidString)"
        defer { try? files.removeItem(atPath: folder) }
        for (node, name, index) in nodes {
            let path = "\(folder)/\(node)"
            try files.createDirectory(atPath: path, withIntermediateDirectories: true)
            try Data(name.utf8).write(to: URL(filePath: path + "/name"))
            try Data(index.utf8).write(to: URL(filePath: path + "/index"))
        }
        return CameraCatalogue.cameras(below: folder, calls: device)
    }

    @Test func camerasComeByNumber() throws {
        let device = ScriptedDevice()
        let found = try cameras(
            [
                ("video10", "Tenth\n", "0\n"), ("video2", "Second\n", "0\n"), ("vbi0", "x", "0"),
                ("video", "x", "0"), ("video03", "x", "0"), ("video-1", "x", "0"),
            ], device)
        #expect(found.map(\.path) == ["/dev/video2", "/dev/video10"])
        #expect(found.map(\.name) == ["Second", "Tenth"])
        #expect(found.map(\.driver) == ["script", "script"])
        #expect(found.map(\.bus) == ["test", "test"])
        #expect(device.openCount == 0)
    }

    @Test func nodesThatCaptureNothingAreLeftOut() throws {
        let device = ScriptedDevice()
        device.capabilities["/dev/video1"] = DeviceCapability(
            driver: "uvcvideo", bus: "", canCapture: false, canStream: true)
        device.capabilities["/dev/video2"] = DeviceCapability(
            driver: "old", bus: "", canCapture: true, canStream: false)
        let found = try cameras((0...2).map { ("video\($0)", "Camera", "0") }, device)
        #expect(found.map(\.path) == ["/dev/video0"])
    }

    @Test func closedCamerasComeWithTheReasonAndWithoutTheirFurtherNodes() throws {
        let device = ScriptedDevice()
        device.unopenable = [
            "/dev/video0": EACCES, "/dev/video1": EACCES, "/dev/video2": EBUSY,
        ]
        let found = try cameras(
            [("video0", "Web", "0\n"), ("video1", "Web", "1\n"), ("video2", "Door", "0\n")], device)
        #expect(found.map(\.name) == ["Web", "Door"])
        #expect(found.map(\.unavailability?.code) == [.permissionDenied, .deviceBusy])
        #expect(found.allSatisfy { $0.driver == nil && $0.bus == nil })
    }

    @Test func namesFitOnOneLine() throws {
        let found = try cameras([("video0", " A\u{1B}[2J\ncam \u{7} \n", "0")], ScriptedDevice())
        #expect(found.map(\.name) == ["A[2Jcam"])
    }

    @Test func nodeWithoutANameHasItsPath() throws {
        let found = try cameras([("video0", " \n", "0")], ScriptedDevice())
        #expect(found.map(\.name) == ["/dev/video0"])
    }

    @Test func machineWithoutVideoHasNoCameras() {
        let found = CameraCatalogue.cameras(below: "/nonexistent", calls: ScriptedDevice())
        #expect(found.isEmpty)
    }
}
