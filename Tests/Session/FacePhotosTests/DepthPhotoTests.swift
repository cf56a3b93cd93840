// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Foundation
import MediaCodecs
import SystemSupport
import TestSupport
import Testing

@testable import FaceCapture
@testable import FacePhotos

/// Photos with the distances of a depth camera.
@Suite(.usualTimeLimit) struct DepthPhotoTests {
    /// A color camera or a depth camera: the frames of both have the same times, 10 ms apart, and of each time the
    /// distances are delivered first, however busy the machine is.
    private final class PairedCamera: CaptureSource, CaptureSourceControl {
        /// What the two share.
        struct Pace {
            /// Frames that were asked for, by their kind.
            var counts: [MediaType: Int] = [:]
            var cancelled: Set<MediaType> = []
        }

        let isLive = true
        let estimatedFrameCount: Int? = nil
        private let mediaType: MediaType
        private let image: PixelBuffer
        private let pace: Monitor<Pace>
        private let start: Int64
        private let clock = CaptureCancellation()

        init(_ mediaType: MediaType, _ image: PixelBuffer, _ pace: Monitor<Pace>, start: Int64) {
            self.mediaType = mediaType
            self.image = image
            self.pace = pace
            self.start = start
        }

        var videoFormat: VideoFormat? { mediaType == .video ? format : nil }
        var depthFormat: VideoFormat? { mediaType == .depth ? format : nil }

        private var format: VideoFormat {
            VideoFormat(width: image.width, height: image.height, frameRate: 100)
        }

        func nextEvent() throws(FacecapError) -> CaptureEvent? {
            let number = pace.withLock { pace in
                let count = pace.counts[mediaType, default: 0]
                pace.counts[mediaType] = count + 1
                return count
            }
            guard awaitOther(number) else { return nil }
            let nanoseconds = Int64(number) * 10_000_000
            _ = clock.wait(untilNanoseconds: start + nanoseconds)
            let sample = VideoSampleBuffer(
                pixelBuffer: image,
                presentationTime: MediaTime(value: nanoseconds / 1000, timescale: 1_000_000),
                captureNanoseconds: start + nanoseconds)
            return mediaType == .video ? .video(sample) : .depth(sample)
        }

        /// Waits until a frame may come; whether it may.
        private func awaitOther(_ number: Int) -> Bool {
            let other: MediaType = mediaType == .video ? .depth : .video
            // Where a frame was asked for, the one before it is delivered.
            let count = mediaType == .video ? number + 2 : number + 1
            return pace.wait { pace -> Bool? in
                if pace.cancelled.contains(mediaType) { return false }
                if pace.cancelled.contains(other) { return true }
                return pace.counts[other, default: 0] >= count ? true : nil
            }
        }

        func cancel() {
            pace.withLock { _ = $0.cancelled.insert(mediaType) }
            clock.cancel()
        }
    }

    /// Distances of 4x3 pixels, 1000 and on, in the order of reading; the first is unknown.
    private static let distances = PixelBufferPool(format: .depth16, width: 4, height: 3)
        .makePixelBuffer { planes in
            for index in 0..<12 {
                let value: UInt16 = index == 0 ? 0 : UInt16(1000 + index)
                (planes[0].bytes + index / 4 * planes[0].bytesPerRow).storeBytes(
                    of: value.littleEndian, toByteOffset: index % 4 * 2, as: UInt16.self)
            }
        }

    private let pace = Monitor(PairedCamera.Pace())
    private let start = MonotonicClock.nowNanoseconds
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A session with a camera and a depth camera.
    private func session(_ output: CapturePhotoOutput) async throws -> CaptureSession {
        let session = CaptureSession()
        let color = CaptureDeviceInput(
            device: CaptureDevice(
                kind: .camera, uniqueID: "n", localizedName: "Color", mediaTypes: [.video]
            ) { [pace, start] _ throws(FacecapError) in
                PairedCamera(.video, TestPhoto.image, pace, start: start)
            })
        let depth = CaptureDeviceInput(
            device: CaptureDevice(
                kind: .camera, uniqueID: "d", localizedName: "Depth", mediaTypes: [.depth]
            ) { [pace, start] _ throws(FacecapError) in
                PairedCamera(.depth, Self.distances, pace, start: start)
            })
        for input in [color, depth] { try await session.addInput(input) }
        try await session.addOutput(output, from: [depth, color])
        return session
    }

    /// Waits until the color camera was asked for so many more frames.
    private func waitForFrames(_ count: Int) async throws {
        let isReached = try await OwnThread.run { [pace] in
            let end = pace.withLock { $0.counts[.video, default: 0] } + count
            let deadline = MonotonicClock.nowNanoseconds + 60_000_000_000
            return pace.wait(untilNanoseconds: deadline) {
                $0.counts[.video, default: 0] >= end ? true : nil
            }
        }
        try #require(isReached == true)
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
        // The last distances are of another time then.
        try await waitForFrames(11)
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
