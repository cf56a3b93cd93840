// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// `facecap photo --bracket` and `--flash` as a process, of the drawn camera, which has a bias and a lamp.
@Suite struct ExposedPhotoProgramTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.path + "/" + name }

    private func photo(
        _ name: String, light: Double = 0, pace: String = "fast", _ words: String...
    ) async throws -> CommandResult {
        let source =
            "synthetic:faces=1,size=160x120,fps=30,motion=still,light=\(light),pace=\(pace)"
        return try await CommandRunner.run(
            ["photo", path(name), "--source", source, "--json"] + CheapDetection.ofOneFace + words)
    }

    private func records(_ result: CommandResult) throws -> [[String: Any]] {
        try JSONLines.parse(result.output)
    }

    /// The mean of each photo's gray values.
    private func brightness(_ names: [String]) async throws -> [Double] {
        let run = try await Python.run(
            "import cv2, sys\nfor p in sys.argv[1:]: print(cv2.imread(p, 0).mean())",
            arguments: names.map(path))
        return run.output.split(separator: "\n").compactMap { Double($0) }
    }

    /// Takes a bracket of three photos, each twice as bright as the one before: their names, what is told of each, and
    /// what is said.
    private func bracket(
        _ exposures: String, pace: String
    ) async throws -> (names: [String], told: [[String: Any]], messages: String) {
        let result = try await photo("b.jpg", light: -1, pace: pace, "--bracket", exposures)
        #expect(result.exitCode == 0, "\(result.messages)")
        let names = (1...3).map { "b-00\($0).jpg" }
        #expect(folder.contents == names)
        let means = try await brightness(names)
        #expect(
            abs(means[1] / means[0] - 2) < 0.2 && abs(means[2] / means[1] - 2) < 0.2, "\(means)")
        return (names, try records(result), result.messages)
    }

    @Test(
        .enabled(if: PhotoTags.isAvailable && Python.has("cv2"), "needs exiftool, python3-opencv"),
        arguments: ["fast", "realtime"])
    func eachPhotoOfABracketSaysItsBiasAndShowsIt(pace: String) async throws {
        let (names, told, messages) = try await bracket("-1,0,1", pace: pace)
        #expect(told.map { $0["path"] as? String } == names.map(path))
        #expect(told.map { ($0["exposure_bias"] as? NSNumber)?.doubleValue } == [-1, 0, 1])
        #expect(messages.contains(", exposure bias -1 EV\n"))
        for (name, bias) in zip(names, [-1, 0, 1]) {
            let tags = try await PhotoTags.read(path(name))
            #expect(tags["ExposureCompensation"] as? Int == bias)
            #expect(tags["ExposureMode"] as? Int == 2 && tags["ISO"] as? Int == 100)
            #expect(try await PhotoTags.run("-validate", "-s3", path(name)) == "OK\n")
        }
        let page = try await CommandRunner.run(["inspect", path(names[0])])
        #expect(page.output.contains("exposed 1/200 s, ISO 100, bias -1 EV, without flash"))
        let inspected = try await CommandRunner.run(["inspect", "--json", path(names[2])])
        let record = try #require(JSONLines.parse(inspected.output).first)
        #expect(record["exposure_bias"] as? Int == 1 && record["flash"] as? Bool == false)
        #expect((record["exposure_time"] as? NSNumber)?.doubleValue == 0.02)
    }

    @Test(
        .enabled(if: PhotoTags.isAvailable && Python.has("cv2"), "needs exiftool, python3-opencv"),
        arguments: ["fast", "realtime"])
    func eachPhotoOfABracketSaysItsTimeAndShowsIt(pace: String) async throws {
        let (names, told, messages) = try await bracket("5ms,10ms,20ms", pace: pace)
        #expect(
            told.map { ($0["exposure_time"] as? NSNumber)?.doubleValue } == [0.005, 0.01, 0.02])
        #expect(told.allSatisfy { $0["exposure_bias"] == nil })
        #expect(messages.contains(", exposed 1/200 s\n"), "\(messages)")
        for (name, time) in zip(names, [0.005, 0.01, 0.02]) {
            let tags = try await PhotoTags.read(path(name))
            #expect((tags["ExposureTime"] as? NSNumber)?.doubleValue == time)
            #expect(tags["ExposureMode"] as? Int == 2 && tags["ExposureCompensation"] == nil)
            #expect(try await PhotoTags.run("-validate", "-s3", path(name)) == "OK\n")
        }
    }

    @Test(
        .enabled(if: PhotoTags.isAvailable && Python.has("cv2"), "needs exiftool, python3-opencv"))
    func aFlashLightsTheFrameThatIsTaken() async throws {
        // Exif: fired (1), on (8), off (16), decided itself (24).
        for (name, light, mode, number) in [
            ("dark.jpg", -3.0, "off", 16), ("lit.jpg", -3, "on", 9), ("auto.jpg", -3, "auto", 25),
            ("bright.jpg", 0, "auto", 24),
        ] {
            let result = try await photo(name, light: light, "--flash", mode)
            #expect(result.exitCode == 0, "\(result.messages)")
            #expect(try await PhotoTags.read(path(name))["Flash"] as? Int == number)
            #expect(try records(result).first?["flash"] as? Bool == (number & 1 == 1))
        }
        let means = try await brightness(["dark.jpg", "lit.jpg", "auto.jpg"])
        #expect(means[1] > 4 * means[0] && abs(means[2] - means[1]) < 2, "\(means)")
    }

    @Test func whatHasNoBiasOrNoLampSaysSo() async throws {
        let still = try await photo("still.jpg")
        #expect(still.exitCode == 0, "\(still.messages)")
        for (words, message) in [
            (["--bracket", "-1,1"], "has no exposure bias"),
            (["--bracket", "10ms"], "has no exposure time that can be set"),
            (["--flash", "on"], "has no flash"),
        ] {
            let result = try await CommandRunner.run(
                ["photo", path("no.jpg"), "--source", path("still.jpg")] + words)
            #expect(
                result.exitCode == 69 && result.messages.contains(message), "\(result.messages)")
        }
        #expect(folder.contents == ["still.jpg"])
    }

    @Test(arguments: [
        (["--bracket", "-1,x"], "biases in EV"), (["--bracket", "nan"], "biases in EV"),
        (["--bracket", ""], "biases in EV"), (["--bracket", "10ms,1"], "exposure times"),
        (["--bracket", "0ms"], "exposure times"),
        (["--bracket", "5s", "--source", "synthetic"], "0.0001 to 1 s"),
        (["--bracket", "-1,1", "--count", "2"], "leave out --count"),
        (["--bracket", "0", "--flash", "on"], "leave out --flash on"),
        (["--bracket", "0", "--live-photo"], "leave out --live-photo"),
        (["--bracket", "5", "--source", "synthetic"], "-2"),
        (["--flash", "on", "--best"], "leave out --flash on"),
        (["--flash", "yes"], "on, auto, off"),
        (["--audio", "source"], "--live-photo"),
    ])
    func whatMakesNoSenseIsSaid(words: [String], message: String) async throws {
        let result = try await CommandRunner.run(["photo", path("no.jpg")] + words)
        #expect(result.exitCode == 64 && result.messages.contains(message), "\(result.messages)")
        #expect(folder.contents == [])
    }
}
