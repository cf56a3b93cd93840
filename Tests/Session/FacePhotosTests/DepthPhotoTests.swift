// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Foundation
import Glibc
import MediaCodecs
import SystemSupport
import TestSupport
import Testing

@testable import FaceCapture
@testable import FacePhotos

/// Photos with the distances of a depth camera.
@Suite struct DepthPhotoTests {
    /// Distances of 4x3 pixels, 1000 and on, in the order of reading; the first is unknown.
    private final class DepthSource: CaptureSource, CaptureSourceControl {
        let isLive = true
        let videoFormat: VideoFormat? = nil
        let depthFormat: VideoFormat? = VideoFormat(width: 4, height: 3, frameRate: 100)
        let estimatedFrameCount: Int? = nil
        private let state = Monitor(false)
        private let start = MonotonicClock.nowNanoseconds
        private let pool = PixelBufferPool(format: .depth16, width: 4, height: 3)

        func nextEvent() throws(FacecapError) -> CaptureEvent? {
            usleep(5000)
            guard !state.withLock({ $0 }) else { return nil }
            let image = pool.makePixelBuffer { planes in
                for index in 0..<12 {
                    let value: UInt16 = index == 0 ? 0 : UInt16(1000 + index)
                    (planes[0].bytes + index / 4 * planes[0].bytesPerRow).storeBytes(
                        of: value.littleEndian, toByteOffset: index % 4 * 2, as: UInt16.self)
                }
            }
            let now = MonotonicClock.nowNanoseconds
            return .depth(
                VideoSampleBuffer(
                    pixelBuffer: image,
                    presentationTime: MediaTime(
                        value: (now - start) / 1000, timescale: 1_000_000),
                    captureNanoseconds: now))
        }

        func cancel() { state.withLock { $0 = true } }
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A session with a camera and a depth camera.
    private func session(_ output: CapturePhotoOutput) async throws -> CaptureSession {
        let session = CaptureSession()
        let color = CaptureDeviceInput(
            device: CaptureDevice(
                kind: .camera, uniqueID: "n", localizedName: "Color", mediaTypes: [.video]
            ) { _ throws(FacecapError) in
                ExposedCamera(.init(isLive: true, frameMicroseconds: 10_000))
            })
        let depth = CaptureDeviceInput(
            device: CaptureDevice(
                kind: .camera, uniqueID: "d", localizedName: "Depth", mediaTypes: [.depth]
            ) { _ throws(FacecapError) in DepthSource() })
        for input in [color, depth] { try await session.addInput(input) }
        try await session.addOutput(output, from: [depth, color])
        return session
    }

    /// Takes a photo of a camera beside a depth camera.
    private func take(
        _ settings: CapturePhotoSettings, configure: (CaptureConnection) -> Void = { _ in }
    ) async throws -> CapturePhoto {
        let output = CapturePhotoOutput(isDepthDataDeliveryEnabled: true)
        let session = try await session(output)
        for connection in await session.connections(to: output) { configure(connection) }
        try await session.startRunning()
        let photo = try await output.capturePhoto(with: settings)
        await session.stopRunning()
        return photo
    }

    private func settings(_ name: String) -> CapturePhotoSettings {
        var settings = CapturePhotoSettings(path: folder.path + "/" + name)
        settings.isDepthDataDeliveryEnabled = true
        return settings
    }

    /// The values of a PNG, row by row.
    private func values(_ path: String) throws -> [UInt16] {
        let data = try #require(
            FFmpegProgram.run(
                "ffmpeg",
                ["-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "gray16le", "-"]))
        return data.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
    }

    @Test(.enabled(if: FFmpegProgram.isAvailable, "needs ffmpeg"))
    func theDistancesLieBesideThePhoto() async throws {
        let photo = try await take(settings("p.jpg"))
        let depth = try #require(photo.depth)
        #expect(depth.depthData.distance(x: 1, y: 0) == 1.001)
        let path = try #require(depth.path)
        #expect(
            folder.contents == ["p.depth.png", "p.jpg"] && path == folder.path + "/p.depth.png")
        #expect(try values(path) == [0] + Array(1001...1011))
        #expect(try Data(contentsOf: URL(filePath: path)) == Data(depth.fileData))
    }

    @Test(.enabled(if: FFmpegProgram.isAvailable, "needs ffmpeg"))
    func theyAreTurnedAsThePhotoIs() async throws {
        let photo = try await take(settings("p.jpg")) { $0.videoOrientation = .quarterTurn }
        #expect((photo.width, photo.height) == (48, 64))
        let turned: [UInt16] = [
            1008, 1004, 0, 1009, 1005, 1001, 1010, 1006, 1002, 1011, 1007, 1003,
        ]
        #expect(try values(try #require(photo.depth?.path)) == turned)
    }

    /// Without distances the photo is taken all the same, two seconds of frames later.
    @Test func distancesCanBeSwitchedOffAndOnWhileItRuns() async throws {
        let output = CapturePhotoOutput(isDepthDataDeliveryEnabled: true)
        let session = try await session(output)
        let connections = await session.connections(to: output)
        let depth = try #require(connections.first { $0.mediaType == .depth })
        try await session.startRunning()
        #expect(try await output.capturePhoto(with: settings("1.jpg")).depth != nil)
        depth.isEnabled = false
        try await Task.sleep(for: .milliseconds(300))
        #expect(try await output.capturePhoto(with: settings("2.jpg")).depth == nil)
        depth.isEnabled = true
        #expect(try await output.capturePhoto(with: settings("3.jpg")).depth != nil)
        let plain = CapturePhotoSettings(path: folder.path + "/4.jpg")
        #expect(try await output.capturePhoto(with: plain).depth == nil)
        await session.stopRunning()
        #expect(
            folder.contents == ["1.depth.png", "1.jpg", "2.jpg", "3.depth.png", "3.jpg", "4.jpg"])
    }

    /// A frame of a second, with distances or without.
    private func candidate(at second: Int64, hasDistances: Bool) -> PhotoCandidate {
        func frame(_ image: PixelBuffer) -> CapturedFrame {
            CapturedFrame(
                id: FrameID(Int(second)),
                sampleBuffer: VideoSampleBuffer(
                    pixelBuffer: image,
                    presentationTime: MediaTime(value: second, timescale: 1),
                    captureNanoseconds: 0))
        }
        let device = CaptureDevice(kind: .file, uniqueID: "n", localizedName: "Numbers") {
            _ throws(FacecapError) in NumberedSource(1)
        }
        let distances = PixelBufferPool(format: .depth16, width: 4, height: 3)
            .makePixelBuffer { _ in }
        let color = frame(TestPhoto.image)
        return PhotoCandidate(
            frame: color, observation: color.header.withoutDetection,
            connection: CaptureConnection(
                input: CaptureDeviceInput(device: device), mediaType: .video),
            depthData: hasDistances ? DepthData(frame(distances), unit: 0.001) : nil)
    }

    @Test func eachPhotoWaitsTwoSecondsForDistances() {
        var settings = CapturePhotoSettings()
        settings.isDepthDataDeliveryEnabled = true
        settings.count = nil
        var calls = PhotoCalls()
        calls.add(settings, PhotoRecorder())
        // Without distances from the second 10 on.
        for second in [1, 2, 10, 11, 12, 13, 14] as [Int64] {
            calls.offer(candidate(at: second, hasDistances: second == 2))
        }
        let times = calls.takeChosenFrames().map { $0.time }
        #expect(times == [2, 12].map { MediaTime(value: $0, timescale: 1) })
    }

    @Test func aPhotoIsNotWrittenWithoutItsDistances() async throws {
        try folder.write([1], to: "p.depth.png")
        let output = CapturePhotoOutput(isDepthDataDeliveryEnabled: true)
        let session = try await session(output)
        try await session.startRunning()
        await #expect(throws: FacecapError.self) {
            _ = try await output.capturePhoto(with: settings("p.jpg"))
        }
        await session.stopRunning()
        #expect(folder.contents == ["p.depth.png"])
    }

    @Test func distancesThatExistAreNotReplaced() throws {
        try folder.write([1], to: "p.depth.png")
        #expect(throws: FacecapError.self) { try settings("p.jpg").checkPath() }
        #expect(settings("a.b/photo").depthPath(ofPhoto: 1) == folder.path + "/a.b/photo.depth.png")
    }
}
