// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import SystemSupport
import Testing

@testable import AudioPreview

struct PreviewQueueTests {
    @Test func theOldestAudioGivesWayAndIsCounted() {
        let queue = PreviewQueue()
        var discarded = 0
        for number in 0..<30 {
            discarded += queue.append(ToneSource.stretch(number, value: Float(number)))
        }
        // Of 300 ms, 200 are kept.
        #expect(discarded == 10 * ToneSource.stretchFrameCount)
        #expect(queue.next()?.samples.first == 10)
    }

    @Test func aStretchThatIsLongerThanAllThatMayWaitIsKept() {
        let queue = PreviewQueue()
        let long = AudioSampleBuffer(
            samples: [1, 1, 1], sampleRate: 5, channelCount: 1, presentationTime: .zero)
        #expect(queue.append(long) == 0)
        #expect(queue.append(long) == 3)
        #expect(queue.next()?.frameCount == 3)
    }

    @Test func aClosedQueueTakesNothingAndLetsItsReaderGo() throws {
        let queue = PreviewQueue()
        let end = Monitor(false)
        let reader = try WorkerThread(name: "test.reader") {
            while queue.next() != nil {}
            end.withLock { $0 = true }
        }
        queue.close()
        reader.join()
        #expect(end.withLock { $0 })
        #expect(queue.append(ToneSource.stretch(0)) == 0)
        #expect(queue.next() == nil)
    }
}
