// SPDX-License-Identifier: Apache-2.0
import Facecap
import Glibc
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
        let checks = EncoderCheckup(
            videoEncoders: ["libx265"], audioEncoders: ["aac"],
            unusable: [("h264_v4l2m2m", "there is no device for it")]
        ).checks
        #expect(checks.map(\.status) == [.warning, .ok, .ok])
        #expect(checks[0].detail == "libx264 is missing; there are libx265")
        #expect(checks[1].detail.contains("h264_v4l2m2m: there is no device for it"))
        #expect(checks[2].detail == "aac")
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
        // Other tests have displays of their own, and with a damaged model no run measures its own speed.
        let environment: [String: String?] = ["DISPLAY": nil, "WAYLAND_DISPLAY": nil]
        try folder.write([1, 2, 3], to: "yunet_n_320_320.onnx")
        let words = ["doctor", "--model-dir", folder.path]
        let text = try await CommandRunner.run(words, environment: environment)
        let json = try await CommandRunner.run(words + ["--json"], environment: environment)
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

    @Test func aBusyCameraIsAProblemThatNamesItsUser() {
        let camera = CameraDescription(path: "/dev/video0", name: "Cam", isBusy: true)
        let checks = CameraCheckup(cameras: [camera], users: { _ in ["cheese (42)"] }).checks
        #expect(checks.map(\.status) == [.problem])
        #expect(checks.first?.detail == "Cam, in use by cheese (42)")
        #expect(checks.first?.remedy?.contains("fuser -v /dev/video0") == true)
    }

    @Test func filesThatProgramsHaveOpenTellOfThem() async throws {
        let path = try folder.write([], to: "held")
        let holder = try await CommandRunner.start(
            ["-c", "exec 9< '\(path)'; echo ready; read line"], of: "/bin/sh", input: nil)
        _ = await holder.waitForLines(1)
        #expect(OpenFiles.users(path).contains { $0.hasSuffix("(\(holder.processIdentifier))") })
        #expect(OpenFiles.users(path + "-not").isEmpty)
        try holder.send(line: "")
        _ = await holder.result()
    }

    // MARK: Everything else

    @Test func aScreenNeedsAVariableAndSDL() {
        let with = ScreenCheckup(
            variable: { $0 == "DISPLAY" ? ":0" : nil }, canLoad: { _ in true })
        #expect(with.checks.map(\.status) == [.ok, .ok])
        let without = ScreenCheckup(variable: { _ in nil }, canLoad: { _ in false })
        #expect(without.checks.map(\.status) == [.warning, .warning])
        #expect(without.checks.allSatisfy { $0.remedy != nil })
    }

    @Test func theDiskIsMeasuredInMinutes() {
        func status(_ bytes: Int64?) -> DoctorCheck.Status? {
            DiskCheckup(freeBytes: { _ in bytes }).checks.first?.status
        }
        #expect(status(50_000_000_000) == .ok)
        #expect(status(150_000_000) == .warning)
        #expect(status(1_000_000) == .problem)
        #expect(status(nil) == .warning)
    }

    @Test func aVirtualCameraIsANodeWithoutHardware() throws {
        #expect(LoopbackCheckup(systemFolder: folder.path).checks.map(\.status) == [.warning])
        try folder.write([], to: "video9/name")
        let checks = LoopbackCheckup(systemFolder: folder.path).checks
        #expect(checks.map(\.detail) == ["/dev/video9"])
    }

    @Test func theNetworkMattersWhereTheModelIsMissing() throws {
        let store = ModelStore(manifest: try .builtIn(), folders: [folder.path])
        let reached = NetworkCheckup(store: store, reach: { _ in })
        #expect(reached.checks.map(\.status) == [.ok])
        let lost = NetworkCheckup(store: store) { (_) throws(FacecapError) in
            throw FacecapError(.networkFailed, "nobody answers")
        }
        #expect(lost.checks.map(\.detail) == ["nobody answers"])
        try folder.write([1], to: store.manifest.defaultEntry.file)
        #expect(reached.checks.isEmpty)
    }

    @Test func slowFramesComeWithTheRemedy() {
        func check(_ cost: SpeedCheckup.Cost) -> DoctorCheck? {
            SpeedCheckup(measure: { _ in cost }).checks.first
        }
        let fast = check(.init(processor: 0.0134, wall: 0.01))
        #expect(fast?.status == .ok)
        #expect(fast?.detail == "30 fps of 1280x720 take 40 % of one core here")
        let slow = check(.init(processor: 0.2, wall: 0.1))
        #expect(slow?.status == .warning)
        #expect(slow?.detail.hasSuffix("so that 10 fps are looked at") == true)
        #expect(slow?.remedy?.hasPrefix("--detect-every 3") == true)
    }

    @Test func whatDoesNotAnswerIsAProblem() throws {
        let forever = BoundedCheckup(thing: "camera") {
            while true { pause() }
        }
        #expect(try forever.checks(within: 0).map(\.status) == [.problem])
        let prompt = BoundedCheckup(thing: "disk") {
            [DoctorCheck(status: .ok, thing: "disk", detail: "")]
        }
        #expect(try prompt.checks().map(\.status) == [.ok])
    }

    @Test func aTerminalShowsTheStatusInColour() {
        let check = DoctorCheck(status: .problem, thing: "a\u{1B}[2J", detail: "b")
        #expect(check.text(usesColor: true).hasPrefix("\u{1B}[31mproblem\u{1B}[0m  a"))
        #expect(!check.text().contains("\u{1B}"))
    }

    // MARK: Cameras without anything

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
        #expect(checks.map(\.status) == [.warning, .warning, .warning, .problem])
        #expect(checks.last?.thing == "detector")
        #expect(checks.allSatisfy { $0.remedy != nil })
    }

    @Test func cascadesAreEnoughToDetect() throws {
        try writeCascades()
        let checks = try detectorChecks(cascadeFolders: ["/nowhere", folder.path])
        #expect(checks.map(\.status) == [.warning, .warning, .ok])
        #expect(checks.last?.detail == folder.path)
    }

    @Test func aMeshThatIsMissingIsAWarningThatSaysWhatIsLostByIt() throws {
        let checks = try detectorChecks(cascadeFolders: [])
        let mesh = try #require(checks.first { $0.thing == "model face_landmark" })
        #expect(mesh.status == .warning)
        #expect(mesh.detail.contains("angles come from five points"))
        #expect(mesh.remedy == "facecap models fetch")
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
