// SPDX-License-Identifier: Apache-2.0
import FaceValues
import FoundationEssentials
import TestSupport
import Testing

@testable import CameraInput

@Suite struct CameraPositionsTests {
    private let folder: TemporaryFolder
    private let positions: CameraPositions
    private var path: String { folder.path + "/new/camera-positions" }

    init() throws {
        folder = try TemporaryFolder()
        positions = CameraPositions(path: folder.path + "/new/camera-positions")
    }

    private func cameras(_ nodes: SystemFolder) -> [CameraDescription] {
        CameraCatalogue.cameras(
            below: nodes.nodes, calls: ScriptedDevice(), positions: positions)
    }

    @Test func aCameraKeepsItsPositionAtAnotherPortAndNode() throws {
        let nodes = try SystemFolder()
        try nodes.plug("video0", serial: "S1")
        let camera = try #require(cameras(nodes).first)
        #expect(camera.position == nil)
        try positions.set(.front, of: try #require(camera.identity))
        #expect(cameras(nodes).map(\.position) == [.front])
        try nodes.remove("video0")
        try nodes.unplugAll()
        try nodes.plug("video3", port: "1-4", serial: "S1")
        #expect(cameras(nodes).map(\.position) == [.front])
        try positions.set(nil, of: try #require(camera.identity))
        #expect(cameras(nodes).map(\.position) == [nil])
    }

    @Test func whatTheUserSaysHoldsAgainstTheFirmware() throws {
        let nodes = try SystemFolder()
        try nodes.plug("video0", serial: nil, attributes: ["removable": Array("removable\n".utf8)])
        let camera = try #require(cameras(nodes).first)
        #expect(camera.position == .external)
        try positions.set(.back, of: try #require(camera.identity))
        #expect(cameras(nodes).map(\.position) == [.back])
    }

    /// A camera without a serial number is known by its port.
    @Test func anotherCameraHasNoPosition() throws {
        let nodes = try SystemFolder()
        try nodes.plug("video0", serial: nil)
        try positions.set(.front, of: try #require(cameras(nodes).first?.identity))
        try nodes.plug("video1", port: "1-7", serial: nil)
        #expect(cameras(nodes).map(\.position) == [.front, nil])
    }

    @Test func whatIsNoFileOfPositionsSaysNothing() throws {
        let identity = CameraDescription.Identity(device: "platform/x", name: "x")
        try positions.set(.front, of: identity)
        for bytes in [
            [], [0xFF, 0, 10], [UInt8](repeating: 65, count: 100_000),
            Array("sideways x\nfront\n \nfront ".utf8),
        ] as [[UInt8]] {
            try Data(bytes).write(to: URL(filePath: path))
            #expect(positions.positions.isEmpty)
        }
        try positions.set(.back, of: identity)
        #expect(Array(positions.positions.values) == [.back])
        #expect(CameraPositions(path: "/nowhere/at/all").positions.isEmpty)
        #expect(throws: FacecapError.self) {
            try CameraPositions(path: nil).set(.front, of: identity)
        }
    }

    @Test func whatCannotBeReadIsKept() throws {
        let identity = CameraDescription.Identity(device: "platform/x", name: "x")
        let other = CameraDescription.Identity(device: "platform/y", name: "y")
        try positions.set(.front, of: identity)
        let line = "sideways by a later version"
        let text = try String(contentsOf: URL(filePath: path), encoding: .utf8) + line + "\n"
        try Data(text.utf8).write(to: URL(filePath: path))
        try positions.set(.back, of: other)
        #expect(positions.positions.values.sorted { $0.rawValue < $1.rawValue } == [.back, .front])
        #expect(try String(contentsOf: URL(filePath: path), encoding: .utf8).contains(line))
        let tooLong = Data(repeating: 65, count: 100_000)
        try tooLong.write(to: URL(filePath: path))
        #expect(throws: FacecapError.self) { try positions.set(.front, of: identity) }
        #expect(try Data(contentsOf: URL(filePath: path)) == tooLong)
    }
}
