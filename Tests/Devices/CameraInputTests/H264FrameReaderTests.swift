// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import CodecBitstreams
import FaceValues
import Testing

@testable import CameraInput

@Suite struct H264FrameReaderTests {
    private func device(_ contents: [[UInt8]]) -> ScriptedDevice {
        let device = ScriptedDevice(contents.indices.map { .frame(UInt32($0), at: nil) })
        device.offers = [.init(.h264, [FrameSize(width: 64, height: 32)], [30])]
        device.contents = contents
        return device
    }

    @Test func eachImageComesEncodedThenDecodedWithOneTime() throws {
        let images = EncodedImages.h264
        let device = device([images[1]] + images)
        let camera = try device.makeCamera(CameraRequest(width: 64, height: 32))
        let format = try #require(camera.encodedFormats.video)
        #expect(format.codec == .h264 && (format.width, format.height) == (64, 32))
        let configuration = try #require(AVCDecoderConfiguration(record: format.configuration))
        #expect(configuration.pictureParameterSets.count == 1)
        // What comes before the first sync sample is left out.
        for index in 0..<4 {
            guard case .encoded(let sample, .video) = try camera.nextEvent(),
                case .video(let image) = try camera.nextEvent()
            else {
                Issue.record("Frame \(index) is not a pair.")
                return
            }
            #expect(sample.isSync == (index == 0))
            #expect(sample.presentationTime == image.presentationTime)
            // A length instead of a start code, and no parameter sets.
            let length = sample.bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            #expect(length == sample.bytes.count - 4)
            #expect([1, 5].contains(sample.bytes[4] & 0x1F))
            #expect(image.pixelBuffer.width == 64)
        }
    }

    @Test func parameterSetsThatChangeAndChangeBackStayInTheSamples() throws {
        let images = EncodedImages.h264
        let configuration = try #require(AVCDecoderConfiguration(annexB: images[0]))
        let known = try #require(configuration.pictureParameterSets.first)
        let changed = Array(known.dropLast()) + [known[known.count - 1] ^ 0x10]
        let startCode: [UInt8] = [0, 0, 0, 1]
        let device = device([
            images[0], images[1], startCode + changed + images[2], startCode + known + images[3],
        ])
        let camera = try device.makeCamera(CameraRequest(width: 64, height: 32))
        var samples: [[UInt8]] = []
        while samples.count < 4 {
            if case .encoded(let sample, .video) = try camera.nextEvent() {
                samples.append(sample.bytes)
            }
        }
        for (sample, set) in zip(samples, [nil, nil, changed, known] as [[UInt8]?]) {
            let length = sample.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            // Only what changed stands before the frame.
            #expect((length == sample.count - 4) == (set == nil))
            if let set { #expect(Array(sample[4..<(4 + length)]) == set) }
        }
    }

    @Test func afterStaleImagesDecodingBeginsAtTheNextSyncSample() throws {
        let images = EncodedImages.h264
        // One that the camera waits for, as many as it has buffers, and the rest of their group.
        let device = device(images + [images[1]] + images[1...3] + images)
        let camera = try device.makeCamera(CameraRequest(width: 64, height: 32))
        device.pass(milliseconds: 8000)
        guard case .encoded(let sample, .video) = try camera.nextEvent() else {
            Issue.record("No encoded sample comes first.")
            return
        }
        #expect(sample.isSync)
        #expect(sample.presentationTime.seconds >= 18)
    }

    @Test func afterStaleImagesABeginningIsWaitedForTenSeconds() throws {
        let images = EncodedImages.h264
        // One that the camera waits for, as many as it has buffers, and some that nothing begins with.
        let device = device([images[0]] + Array(repeating: images[1], count: 11))
        let frames = device.steps
        device.steps = Array(frames.prefix(5))
        for frame in frames.dropFirst(5) {
            device.steps += [frame, .silence(milliseconds: 1900)]
        }
        let camera = try device.makeCamera(CameraRequest(width: 64, height: 32))
        device.pass(milliseconds: 8000)
        let error = #expect(throws: FacecapError.self) { _ = try camera.nextEvent() }
        #expect(error?.code == .formatUnsupported)
    }

    @Test func aCameraWithoutABeginningIsRefused() {
        let device = device([EncodedImages.h264[1], EncodedImages.h264[2]])
        device.steps.append(.silence(milliseconds: 60_000))
        let error = #expect(throws: FacecapError.self) {
            try device.makeCamera(CameraRequest(width: 64, height: 32))
        }
        #expect(error?.code == .formatUnsupported)
        #expect(error?.message.contains("no H.264 frame at which decoding can begin") == true)
        #expect(device.openCount == 0 && device.mappedCount == 0 && !device.isStreaming)
    }

    @Test func damagedImagesAreDropped() throws {
        let device = device([EncodedImages.h264[0], [0, 0, 0, 1, 0x41, 0xFF, 0xFF]])
        let camera = try device.makeCamera(CameraRequest(width: 64, height: 32))
        var words: [String] = []
        for _ in 0..<4 {
            switch try camera.nextEvent() {
            case .encoded: words.append("encoded")
            case .video: words.append("video")
            case .dropped(.corruptData, _): words.append("dropped")
            default: words.append("unexpected")
            }
        }
        #expect(words == ["encoded", "video", "encoded", "dropped"])
    }
}
