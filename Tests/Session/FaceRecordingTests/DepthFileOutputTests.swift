// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceCapture
import FaceRecording
import FaceValues
import FoundationEssentials
import Glibc
import Synchronization
import TestSupport
import Testing

@Suite struct DepthFileOutputTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var path: String { folder.path + "/out.depth.mkv" }

    /// Plays depth images with these times in milliseconds, 64 x 48.
    private final class DepthSource: CaptureSource, CaptureSourceControl {
        let videoFormat: VideoFormat? = nil
        let depthFormat: VideoFormat? = VideoFormat(width: 64, height: 48, frameRate: 10)
        let estimatedFrameCount: Int? = nil
        let isLive: Bool
        private let times: [Int64]
        private let next = Mutex(0)
        private let pool = PixelBufferPool(format: .depth16, width: 64, height: 48)

        init(_ times: [Int64], isLive: Bool = false) {
            self.times = times
            self.isLive = isLive
        }

        func nextEvent() throws(FacecapError) -> CaptureEvent? {
            let number = next.withLock { next in
                defer { next += 1 }
                return next
            }
            guard number < times.count else { return nil }
            let image = pool.makePixelBuffer { planes in
                planes[0].bytes.initializeMemory(
                    as: UInt8.self, repeating: UInt8(truncatingIfNeeded: number),
                    count: planes[0].bytesPerRow * 48)
            }
            return .depth(
                VideoSampleBuffer(
                    pixelBuffer: image,
                    presentationTime: MediaTime(value: times[number], timescale: 1000),
                    captureNanoseconds: 0))
        }

        func cancel() {}
    }

    /// An output that is always as far behind as it is told.
    private final class Rival: CaptureOutput {
        let mediaTypes: Set<MediaType> = [.video]
        let load: CaptureSession.OutputLoad

        init(_ load: CaptureSession.OutputLoad) { self.load = load }

        func start(connections: [CaptureConnection], isLossless: Bool) {}
        func deliver(_ delivery: CaptureDelivery, from connection: CaptureConnection) {}
        func finish() {}
    }

    private func run(_ output: CaptureDepthFileOutput, _ source: DepthSource) async throws {
        let session = CaptureSession()
        try await session.addInput(
            CaptureDeviceInput(
                device: CaptureDevice(
                    kind: .camera, uniqueID: "depth", localizedName: "depth",
                    mediaTypes: [.depth]
                ) { _ throws(FacecapError) in source }))
        try await session.addOutput(output)
        let notifications = session.notifications()
        try await session.startRunning()
        for await case .didStopRunning in notifications { break }
    }

    private var isMatroska: Bool {
        (try? Data(contentsOf: URL(filePath: path)))?.prefix(4) == Data([0x1A, 0x45, 0xDF, 0xA3])
    }

    @Test func everyImageOfTheSessionIsInTheFile() async throws {
        let output = CaptureDepthFileOutput(path: path)
        try await run(output, DepthSource((0..<30).map { 100 * $0 }))
        #expect(output.status.frameCount == 30)
        #expect(output.status.droppedCount == 0)
        #expect(output.status.failure == nil)
        #expect(isMatroska)
    }

    @Test func anImageThatIsNotLaterIsLeftOutAndCounted() async throws {
        let output = CaptureDepthFileOutput(path: path)
        try await run(output, DepthSource([0, 100, 100, 50, 200]))
        #expect(output.status.frameCount == 3)
        #expect(output.status.droppedCount == 2)
        #expect(output.status.failure == nil)
    }

    @Test func aLiveMovieThatIsBehindComesFirst() async throws {
        let output = CaptureDepthFileOutput(path: path, givingWayTo: Rival(.busy))
        try await run(output, DepthSource((0..<5).map { 100 * $0 }, isLive: true))
        #expect(output.status.droppedCount == 5)
        #expect(folder.contents.isEmpty)
        let other = CaptureDepthFileOutput(path: path, givingWayTo: Rival(.relaxed))
        try await run(other, DepthSource((0..<5).map { 100 * $0 }, isLive: true))
        #expect(other.status.frameCount == 5)
    }

    @Test func aCancelledFileLeavesWhatWasThere() async throws {
        let cancelled = CaptureDepthFileOutput(path: path, isCancelled: { true })
        try await run(cancelled, DepthSource((0..<30).map { 100 * $0 }))
        #expect(folder.contents == [])
        try folder.write([1], to: "out.depth.mkv")
        let replacing = CaptureDepthFileOutput(
            path: path, overwritingExistingFile: true, isCancelled: { true })
        try await run(replacing, DepthSource((0..<5).map { 100 * $0 }))
        #expect(replacing.status.failure == nil)
        #expect(FileManager.default.contents(atPath: path) == Data([1]))
    }

    private func expect(
        _ code: FacecapError.Code, _ systemError: Int32, at path: String
    ) async throws {
        let output = CaptureDepthFileOutput(path: path, overwritingExistingFile: true)
        try await run(output, DepthSource((0..<30).map { 100 * $0 }))
        #expect(output.status.failure?.code == code, "\(path)")
        #expect(output.status.failure?.systemError == systemError, "\(path)")
        #expect(output.status.failure?.message.contains(path) == true)
    }

    @Test func itFailsAsEveryOtherFile() async throws {
        try folder.write([1], to: "file")
        try await expect(.outputFailed, ENOTDIR, at: folder.path + "/file/o.mkv")
        try await expect(.outputFailed, ENOENT, at: folder.path + "/none/o.mkv")
        try await expect(.outputFailed, EISDIR, at: folder.path)
        let name = String(repeating: "n", count: 252) + ".mkv"
        try await expect(.outputFailed, ENAMETOOLONG, at: folder.path + "/" + name)
        #expect(folder.contents == ["file"])
    }

    @Test(.enabled(if: SmallFileSystem.isAvailable, "needs the right to mount a tmpfs"))
    func aFullOrReadOnlyFileSystemKeepsTheOldFile() async throws {
        let disk = try SmallFileSystem(kilobytes: 12)
        let path = disk.path("o.mkv")
        try Data([1, 2, 3]).write(to: URL(filePath: path))
        let filler = open(disk.path("filler"), O_WRONLY | O_CREAT, 0o600)
        let bytes = [UInt8](repeating: 0, count: 4096)
        while write(filler, bytes, bytes.count) > 0 {}
        close(filler)
        try await expect(.storageFull, ENOSPC, at: path)
        #expect(FileManager.default.contents(atPath: path) == Data([1, 2, 3]))
        try disk.makeReadOnly()
        try await expect(.permissionDenied, EROFS, at: path)
        #expect(FileManager.default.contents(atPath: path) == Data([1, 2, 3]))
    }

    @Test func aFileThatCannotBeMadeEndsTheFileAndNotTheSession() async throws {
        try folder.write([1], to: "out.depth.mkv")
        let output = CaptureDepthFileOutput(path: path)
        try await run(output, DepthSource((0..<5).map { 100 * $0 }))
        #expect(output.status.failure?.code == .outputFailed)
        #expect(output.status.frameCount == 0)
        #expect(output.status.droppedCount == 4)
        #expect(!isMatroska)
        let replacing = CaptureDepthFileOutput(path: path, overwritingExistingFile: true)
        try await run(replacing, DepthSource((0..<5).map { 100 * $0 }))
        #expect(replacing.status.frameCount == 5)
        #expect(isMatroska)
    }
}
