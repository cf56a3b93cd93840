import Facecap
import TestSupport
import Testing

@testable import FacecapCommands

@Suite struct DoctorTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func detectorChecks(cascadeFolders: [String]) throws -> [DoctorCheck] {
        let store = ModelStore(manifest: try .builtIn(), folders: [folder.path])
        return DetectorCheckup(store: store, cascadeFolders: cascadeFolders).checks
    }

    private func writeCascades() throws {
        for name in ["frontalface_default", "profileface", "eye"] {
            try folder.write([], to: "haarcascade_\(name).xml")
        }
    }

    @Test func aMissingEncoderIsAWarningThatNamesTheOthers() {
        let checks = EncoderCheckup(videoEncoders: ["libx265"], audioEncoders: ["aac"]).checks
        #expect(checks.map(\.status) == [.warning, .ok])
        #expect(checks[0].detail == "libx264 is missing; there are libx265")
        #expect(checks[1].detail == "aac")
    }

    // MARK: As a process

    @Test func everyLineBeginsWithItsStatus() async throws {
        let run = try await CommandRunner.run(["doctor"])
        let lines = run.output.split(separator: "\n")
        let statuses = lines.compactMap { $0.split(separator: " ").first }
        #expect(!lines.isEmpty)
        #expect(statuses.allSatisfy { ["ok", "warning", "problem"].contains($0) })
        #expect(lines.contains { $0.contains("cascades of haar") })
        #expect(run.exitCode == (statuses.contains("problem") ? 1 : 0))
        #expect(run.messages == "")
    }

    @Test func recordsSayTheSameAsTheText() async throws {
        let text = try await CommandRunner.run(["doctor"])
        let json = try await CommandRunner.run(["doctor", "--json"])
        let records = try JSONLines.parse(json.output)
        let lines = text.output.split(separator: "\n")
        #expect(records.count == lines.count)
        for (record, line) in zip(records, lines) {
            let status = try #require(record["status"] as? String)
            let thing = try #require(record["thing"] as? String)
            #expect(line.hasPrefix(status))
            #expect(line.contains(" \(thing): "))
        }
        #expect(json.exitCode == text.exitCode)
    }

    @Test func aDamagedModelIsAProblemWithItsRemedy() async throws {
        try folder.write([1, 2, 3], to: "yunet_n_320_320.onnx")
        let run = try await CommandRunner.run(["doctor", "--model-dir", folder.path])
        #expect(run.exitCode == 1)
        #expect(run.output.contains("problem  model yunet_n_320_320: damaged, \(folder.path)"))
        #expect(run.output.contains("— facecap models fetch yunet_n_320_320\n"))
    }

    // MARK: Cameras

    @Test func camerasAreListedWithTheirNames() {
        let camera = CameraDescription(path: "/dev/video2", name: "Pocket Cam")
        #expect(
            CameraCheckup(cameras: [camera]).checks == [
                DoctorCheck(status: .ok, thing: "camera /dev/video2", detail: "Pocket Cam")
            ])
    }

    @Test func aCameraThatCannotBeOpenedIsAProblemWithItsRemedy() {
        let camera = CameraDescription(
            path: "/dev/video0", name: "Cam",
            unavailability: FacecapError(.permissionDenied, "Join the group video."))
        let checks = CameraCheckup(cameras: [camera]).checks
        #expect(checks.map(\.status) == [.problem])
        #expect(checks.first?.remedy == "Join the group video.")
    }

    @Test func aMachineWithoutCamerasIsWarnedOnly() {
        let checks = CameraCheckup(cameras: []).checks
        #expect(checks.map(\.status) == [.warning])
        #expect(checks.first?.remedy?.contains("--source synthetic") == true)
    }

    // MARK: Codecs

    @Test func missingDecodersAreAWarningThatNamesThem() {
        #expect(CodecCheckup(canDecode: { _ in true }).checks.map(\.status) == [.ok])
        let checks = CodecCheckup(canDecode: { $0 != "hevc" }).checks
        #expect(checks.map(\.status) == [.warning])
        #expect(checks.first?.detail == "no decoder for hevc")
    }

    // MARK: Detectors

    @Test func withoutModelAndCascadesNothingCanDetect() throws {
        let checks = try detectorChecks(cascadeFolders: [])
        #expect(checks.map(\.status) == [.warning, .warning, .problem])
        #expect(checks.last?.thing == "detector")
        #expect(checks.allSatisfy { $0.remedy != nil })
    }

    @Test func cascadesAreEnoughToDetect() throws {
        try writeCascades()
        let checks = try detectorChecks(cascadeFolders: ["/nowhere", folder.path])
        #expect(checks.map(\.status) == [.warning, .ok])
        #expect(checks.last?.detail == folder.path)
    }

    @Test(.enabled(if: SharedMedia.isAvailable, "needs FACECAP_SHARED"))
    func aVerifiedModelIsEnoughToDetect() throws {
        let store = ModelStore(
            manifest: try .builtIn(), folders: [SharedMedia.path("models")])
        let checks = DetectorCheckup(store: store, cascadeFolders: []).checks
        #expect(checks.contains { $0.status == .ok && $0.thing == "model yunet_n_320_320" })
        #expect(!checks.contains { $0.status == .problem })
    }
}
