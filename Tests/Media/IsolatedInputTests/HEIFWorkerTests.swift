// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Foundation
import IsolatedInput
import MediaInput
import ProcessIsolation
import TestSupport
import Testing

/// Images of HEIF in the process that decodes.
@Suite(
    .enabled(
        if: FFmpegProgram.isAvailable
            && FileManager.default.isExecutableFile(atPath: "/usr/bin/heif-enc"),
        "needs ffmpeg and libheif-examples"))
struct HEIFWorkerTests {
    private let folder: MediaFolder

    init() throws { folder = try MediaFolder() }

    private func make(_ name: String, _ words: String..., size: String) async throws -> String {
        let image = try folder.make("drawn.png", "-f lavfi -i testsrc2=s=\(size) -frames:v 1")
        let result = try await CommandRunner.run(
            [image, "-o", folder.path(name)] + words, of: "/usr/bin/heif-enc")
        try #require(result.exitCode == 0, "\(result.messages)")
        return folder.path(name)
    }

    private static func bytes(of image: PixelBuffer) -> [UInt8] {
        image.planes.flatMap { plane in
            (0..<image.height).flatMap { row in
                UnsafeRawBufferPointer(
                    start: plane.baseAddress + row * plane.bytesPerRow, count: image.width * 3)
            }
        }
    }

    private static func image(of source: any CaptureSource) throws -> PixelBuffer? {
        var image: PixelBuffer?
        while let event = try source.nextEvent() {
            if case .video(let sample) = event { image = sample.pixelBuffer }
        }
        return image
    }

    /// 30 million pixels are more than a message holds.
    @Test(arguments: ["320x240", "6400x4800"])
    func itsImageIsThatOfThisProcess(size: String) async throws {
        let path = try await make("photo.heic", size: size)
        try await OwnThread.run {
            let isolated = try IsolatedFileInput(
                path: path, host: IsolationHost(program: CommandRunner.facecap))
            let here = try MediaFileSource(path)
            #expect(isolated.videoFormat == here.videoFormat)
            #expect(isolated.estimatedFrameCount == 1)
            let images = try [Self.image(of: isolated), Self.image(of: here)]
            let (one, other) = (try #require(images[0]), try #require(images[1]))
            #expect(Self.bytes(of: one) == Self.bytes(of: other))
        }
    }

    /// Changed and cut files are one error or one image, whatever they do to the worker; `FACECAP_MUTATIONS` takes
    /// another number of them.
    @Test func noChangedFileIsMoreThanAnError() async throws {
        let originals = try await [
            make("a.heic", size: "160x120"), make("b.heic", "-b", "10", size: "64x64"),
            make("c.avif", "-A", size: "64x64"),
        ].map { try Data(contentsOf: URL(filePath: $0)) }
        try await OwnThread.run { [folder] in try Self.look(originals, folder) }
    }

    private static func look(_ originals: [Data], _ folder: MediaFolder) throws {
        var numbers = SeededNumbers.fresh()
        let isolation = IsolatedFileInput.Isolation(stallLimit: MediaTime(value: 20, timescale: 1))
        let host = IsolationHost(program: CommandRunner.facecap)
        let known: Set<FacecapError.Code> = [
            .mediaUnreadable, .mediaDamaged, .decoderCrashed, .decoderStalled,
        ]
        let count =
            ProcessInfo.processInfo.environment["FACECAP_MUTATIONS"].flatMap { Int($0) } ?? 120
        var ends: [String: Int] = [:]
        for index in 0..<count {
            var data = originals[index % originals.count]
            if index % 4 == 0 {
                data = data.prefix(Int.random(in: 12..<data.count, using: &numbers))
            } else {
                for _ in 0..<Int.random(in: 1...12, using: &numbers) {
                    // Half of them in the list of items, which comes first.
                    let range = Bool.random(using: &numbers) ? 12..<500 : 12..<data.count
                    data[Int.random(in: range, using: &numbers)] =
                        [0, 1, 127, 128, 255, UInt8.random(in: 0...255, using: &numbers)]
                        .randomElement(using: &numbers) ?? 0
                }
            }
            let path = try folder.write("changed.heic", data)
            do throws(FacecapError) {
                let input = try IsolatedFileInput(path: path, isolation: isolation, host: host)
                while try input.nextEvent() != nil {}
                ends["read", default: 0] += 1
            } catch {
                #expect(known.contains(error.code), "\(error)")
                #expect(!error.message.contains { $0.isNewline }, "\(error)")
                ends["\(error.code)", default: 0] += 1
            }
        }
        print("\(count) changed images: \(ends)")
        #expect(ends.values.reduce(0, +) == count)
        // Those that are cut, and those whose items make no sense, do not pass for whole ones.
        #expect(
            ends["read", default: 0] < count && ends["media_unreadable", default: 0] > count / 8)
    }
}
