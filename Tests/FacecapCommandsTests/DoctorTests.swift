import Facecap
import TestSupport
import Testing

@testable import FacecapCommands

@Suite struct DoctorTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func cameras(allowing isAllowed: Bool) -> CameraCheckup {
        CameraCheckup(
            deviceFolder: folder.path + "/dev", kernelFolder: folder.path + "/sys",
            isAllowed: { _ in isAllowed })
    }

    @Test func saysThatThereIsNoCamera() throws {
        try folder.write([], to: "dev/videotape")
        let lines = cameras(allowing: true).checks.map(\.text)
        #expect(
            lines == [
                "warning  camera: none is there — plug one in, or use a file or --source synthetic"
            ])
    }

    @Test func namesCamerasInTheOrderOfTheirNumbers() throws {
        try folder.write([], to: "dev/video10")
        try folder.write([], to: "dev/video2")
        try folder.write(Array("Integrated Camera\n".utf8), to: "sys/video2/name")
        let lines = cameras(allowing: true).checks.map(\.text)
        #expect(
            lines == [
                "ok  camera \(folder.path)/dev/video2: Integrated Camera",
                "ok  camera \(folder.path)/dev/video10: can be used",
            ])
    }

    @Test func saysHowToGetPermission() throws {
        try folder.write([], to: "dev/video0")
        let checks = cameras(allowing: false).checks
        #expect(checks.map(\.status) == [.problem])
        #expect(checks.first?.remedy == "sudo usermod -aG video $USER, then log in again")
    }

    private func detectors(cascades: [String]) throws -> DetectorCheckup {
        for name in cascades { try folder.write([], to: "cascades/haarcascade_\(name).xml") }
        let store = ModelStore(manifest: try .builtIn(), folders: [folder.path])
        return DetectorCheckup(store: store, cascadeFolders: [folder.path + "/cascades"])
    }

    @Test func cascadesAloneAreEnough() throws {
        let checkup = try detectors(cascades: ["frontalface_default", "profileface", "eye"])
        #expect(
            checkup.checks.map(\.text) == [
                "warning  model yunet_n_320_320: not found, haar is used instead"
                    + " — facecap models fetch",
                "ok  cascades of haar: \(folder.path)/cascades",
            ])
    }

    @Test func withoutModelAndCascadesThereIsAProblem() throws {
        let checks = try detectors(cascades: ["eye"]).checks
        #expect(checks.map(\.status) == [.warning, .warning, .problem])
        #expect(checks.last?.text.contains("there is none that can work") == true)
    }

    @Test func aDamagedModelIsAProblem() throws {
        try folder.write([1], to: "yunet_n_640_640.onnx")
        let checks = try detectors(cascades: []).checks
        #expect(checks[1].status == .problem)
        #expect(checks[1].detail == "damaged, \(folder.path)/yunet_n_640_640.onnx")
        #expect(checks[1].remedy == "facecap models fetch yunet_n_640_640")
    }

    @Test func aRecordIsOneLineOfJSON() throws {
        let check = DoctorCheck(status: .ok, thing: "a \"thing\"", detail: "/x")
        #expect(
            try JSONLine.text(check)
                == "{\"detail\":\"/x\",\"status\":\"ok\",\"thing\":\"a \\\"thing\\\"\"}\n")
    }
}
