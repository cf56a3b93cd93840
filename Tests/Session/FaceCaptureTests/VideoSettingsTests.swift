// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Foundation
import SystemSupport
import Testing
import TestSupport

@testable import FaceCapture

/// Frames in the pixel format that a client asks its output for.
@Suite(.usualTimeLimit) struct VideoSettingsTests {
    /// Keeps frames, and may be busy with one for as long as a test likes.
    private final class Keeper: CaptureVideoDataOutputSampleBufferDelegate {
        struct Content {
            var frames: [CapturedFrame] = []
            var drops: [FrameLedger.DropReason] = []
            var order: [Int] = []
            var threads: Set<String> = []
            var isHeld = false
            var isBusy = false
        }

        let state = Monitor(Content())

        init(isHeld: Bool = false) { state.withLock { $0.isHeld = isHeld } }

        func videoDataOutput(
            _ output: CaptureVideoDataOutput, didOutput frame: CapturedFrame,
            observation: FaceObservation?, from connection: CaptureConnection
        ) {
            let thread =
                (try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8))?
                .trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
            state.withLock {
                $0.frames.append(frame)
                $0.order.append(frame.id.number)
                $0.threads.insert(thread)
                $0.isBusy = true
            }
            state.wait { $0.isHeld ? nil : () }
        }

        func videoDataOutput(
            _ output: CaptureVideoDataOutput, didDrop frame: CapturedFrame.Header,
            reason: FrameLedger.DropReason, from connection: CaptureConnection
        ) {
            state.withLock {
                $0.drops.append(reason)
                $0.order.append(frame.id.number)
            }
        }
    }

    private static func frame(
        _ number: Int, _ format: PixelBuffer.Format = .yuyv
    ) -> VideoSampleBuffer {
        let pool = PixelBufferPool(format: format, width: 5, height: 3)
        return VideoSampleBuffer(
            pixelBuffer: pool.makePixelBuffer { planes in
                for (index, plane) in planes.enumerated() {
                    let rows = format.layout(plane: index, width: 5, height: 3).rows
                    plane.bytes.initializeMemory(
                        as: UInt8.self, repeating: 128, count: rows * plane.bytesPerRow)
                }
            }, presentationTime: MediaTime(value: Int64(number), timescale: 10),
            duration: MediaTime(value: 1, timescale: 10), orientation: .quarterTurn,
            captureNanoseconds: Int64(number) * 100_000_000)
    }

    /// Runs a file of frames through an output.
    private func run(
        _ frames: [VideoSampleBuffer], _ output: CaptureVideoDataOutput, _ keeper: Keeper
    ) async throws {
        output.setSampleBufferDelegate(keeper)
        let session = CaptureSession()
        let source = ScriptedSource(frames.map(CaptureEvent.video))
        try await session.addInput(CaptureDeviceInput(device: CaptureSessionTests.device(source)))
        try await session.addOutput(output)
        _ = try await CaptureSessionTests.run(session)
    }

    @Test(arguments: [PixelBuffer.Format.bgra, .nv12, .i420])
    func framesComeInTheFormatAndAllElseStays(format: PixelBuffer.Format) async throws {
        let output = CaptureVideoDataOutput()
        #expect(output.availableVideoPixelFormatTypes == [.bgra, .nv12, .i420])
        try output.setVideoSettings(.init(pixelFormat: format))
        #expect(output.videoSettings.pixelFormat == format)
        let frames = (0..<6).map { Self.frame($0, $0 < 3 ? .yuyv : .gray8) }
        let keeper = Keeper()
        try await run(frames, output, keeper)
        let content = keeper.state.withLock { $0 }
        #expect(content.threads == ["fc.video"] && content.drops.isEmpty)
        #expect(content.order == Array(0..<6))
        for (frame, original) in zip(content.frames, frames) {
            let sample = frame.sampleBuffer
            #expect(sample.pixelBuffer.format == format)
            #expect(sample.pixelBuffer.width == 5 && sample.pixelBuffer.height == 3)
            #expect(sample.presentationTime == original.presentationTime)
            #expect(sample.duration == original.duration)
            #expect(sample.orientation == .quarterTurn)
            #expect(sample.captureNanoseconds == original.captureNanoseconds)
        }
    }

    @Test func withoutAFormatAndInTheirOwnTheyAreInTheMemoryOfTheSource() async throws {
        for (settings, format) in [
            (CaptureVideoDataOutput.VideoSettings(), PixelBuffer.Format.yuyv),
            (.init(pixelFormat: .nv12), .nv12),
        ] {
            let output = CaptureVideoDataOutput()
            try output.setVideoSettings(settings)
            let frames = (0..<4).map { Self.frame($0, format) }
            let keeper = Keeper()
            try await run(frames, output, keeper)
            let seen = keeper.state.withLock { $0.frames }
            #expect(seen.count == 4)
            for (frame, original) in zip(seen, frames) {
                #expect(frame.sampleBuffer.pixelBuffer === original.pixelBuffer)
            }
        }
    }

    @Test(arguments: [nil, PixelBuffer.Format.bgra])
    func aLiveSourceDropsFramesWhileTheDelegateIsBusyAndTellsOfEach(
        format: PixelBuffer.Format?
    ) async throws {
        let output = CaptureVideoDataOutput()
        try output.setVideoSettings(.init(pixelFormat: format))
        let keeper = Keeper(isHeld: true)
        output.setSampleBufferDelegate(keeper)
        let session = CaptureSession()
        let source = SteppedSource(isLive: true)
        try await session.addInput(
            CaptureDeviceInput(device: CaptureSessionTests.device { _ in source }))
        try await session.addOutput(output)
        try await session.startRunning()
        source.show([.video(Self.frame(0))])
        keeper.state.wait { $0.isBusy ? () : nil }
        source.show((1..<20).map { .video(Self.frame($0)) })
        keeper.state.withLock { $0.isHeld = false }
        await session.stopRunning()
        let content = keeper.state.withLock { $0 }
        #expect(content.order == Array(0..<20))
        #expect(content.drops.allSatisfy { $0 == .lateData } && content.drops.count >= 15)
        #expect(content.frames.last?.id.number == 19)
    }

    @Test func whatIsNotAvailableIsRefusedWithWhatThereIs() throws {
        let output = CaptureVideoDataOutput()
        try output.setVideoSettings(.init(pixelFormat: .bgra))
        for format in [PixelBuffer.Format.depth16, .yuyv, .gray8] {
            let error = #expect(throws: FacecapError.self) {
                try output.setVideoSettings(.init(pixelFormat: format))
            }
            #expect(error?.code == .formatUnsupported)
            #expect(error?.message.contains("bgra, nv12, i420") == true)
        }
        #expect(output.videoSettings.pixelFormat == .bgra)
        let direct = CaptureVideoDataOutput(callsDelegateAtOnce: true)
        #expect(direct.availableVideoPixelFormatTypes.isEmpty)
        let error = #expect(throws: FacecapError.self) {
            try direct.setVideoSettings(.init(pixelFormat: .bgra))
        }
        #expect(error?.message.contains("callsDelegateAtOnce") == true)
        try direct.setVideoSettings(.init())
    }

    @Test func aFrameThatCannotBeConvertedIsToldOf() async throws {
        let output = CaptureVideoDataOutput()
        try output.setVideoSettings(.init(pixelFormat: .bgra))
        let keeper = Keeper()
        try await run([Self.frame(0), Self.frame(1, .depth16), Self.frame(2)], output, keeper)
        let content = keeper.state.withLock { $0 }
        #expect(content.order == [0, 1, 2] && content.drops == [.conversionFailed])
    }
}
