// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Testing

@testable import FaceCapture

/// Who watches the subject area is told when it has changed, and of nothing else.
@Suite struct SubjectAreaTests {
    /// Stripes of one width are one scene, of another width another one.
    private func sample(
        _ number: Int, stripe: Int, brighter: Int = 0, format: PixelBuffer.Format = .gray8
    ) -> VideoSampleBuffer {
        let (width, height) = (320, 180)
        let image = PixelBufferPool(format: format, width: width, height: height)
            .makePixelBuffer { planes in
                for row in 0..<height {
                    let line = (planes[0].bytes + row * planes[0].bytesPerRow)
                        .assumingMemoryBound(to: UInt8.self)
                    for column in 0..<width {
                        let isLight = (column / stripe + row / stripe).isMultiple(of: 2)
                        line[column] = UInt8(clamping: (isLight ? 160 : 60) + brighter)
                    }
                }
            }
        return VideoSampleBuffer(
            pixelBuffer: image, presentationTime: MediaTime(value: Int64(number), timescale: 10),
            captureNanoseconds: Int64(number))
    }

    /// The frames of ten a second at which a change is told.
    private func changes(_ samples: [VideoSampleBuffer]) -> [Int] {
        var monitor = SubjectAreaMonitor()
        return samples.indices.filter { monitor.sees(changeIn: samples[$0]) }
    }

    @Test func aChangeIsToldOnceWhenTheImageRests() {
        var samples = (0..<10).map { sample($0, stripe: 40) }
        // While the camera moves nothing is told.
        samples += (10..<20).map { sample($0, stripe: 41 + 7 * ($0 - 9)) }
        samples += (20..<40).map { sample($0, stripe: 90) }
        #expect(changes(samples) == [22])
    }

    @Test func lightThatChangesIsNoOtherImage() {
        let samples = (0..<40).map { sample($0, stripe: 40, brighter: $0 < 20 ? 0 : 50) }
        #expect(changes(samples).isEmpty)
    }

    @Test func whatComesBackIsToldAgain() {
        let samples = (0..<60).map { sample($0, stripe: (20..<40).contains($0) ? 90 : 40) }
        #expect(changes(samples) == [22, 42])
    }

    @Test(arguments: [true, false])
    func aSessionTellsOnceWhenTheImageHasChangedAndRests(isWatched: Bool) async throws {
        let events = (0..<40).map {
            CaptureEvent.video(sample($0, stripe: $0 < 20 ? 40 : 90))
        }
        let input = CaptureDeviceInput(
            device: CaptureSessionTests.device(ScriptedSource(events)))
        #expect(!input.isSubjectAreaChangeMonitoringEnabled)
        input.isSubjectAreaChangeMonitoringEnabled = isWatched
        let recorder = Recorder()
        let output = CaptureMetadataOutput(detector: ScriptedDetector())
        output.setMetadataObjectsDelegate(recorder)
        let session = CaptureSession()
        try await session.addInput(input)
        try await session.addOutput(output)
        let notifications = try await CaptureSessionTests.run(session)
        let told = isWatched ? 1 : 0
        #expect(notifications.count { $0 == .subjectAreaDidChange } == told)
        #expect(recorder.content.notices.count { $0 == .subjectAreaChanged } == told)
    }
}
