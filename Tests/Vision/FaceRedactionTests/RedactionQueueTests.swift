// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Testing

@testable import FaceRedaction

@Suite struct RedactionQueueTests {
    private let settings = RedactionSettings(method: .blur)
    private let image = PixelBufferPool(
        format: .gray8, width: Int(Video.size.width), height: Int(Video.size.height)
    ).makePixelBuffer { _ in }

    private func sample(_ frame: Int) -> VideoSampleBuffer {
        VideoSampleBuffer(
            pixelBuffer: image, presentationTime: Video.time(frame), captureNanoseconds: 0)
    }

    @Test func whatIsNoImageKeepsItsPlace() {
        var queue = RedactionQueue<String>(settings: settings)
        queue.append("first", showing: nil)
        queue.append("picture", showing: sample(0))
        queue.append("last", showing: nil)
        #expect(queue.takeReady().map(\.element) == ["first"])
        for frame in 0...25 { queue.append(Video.observation(frame, [])) }
        let ready = queue.takeReady()
        #expect(ready.map(\.element) == ["picture", "last"])
        #expect(ready.map(\.cover) == [.regions([]), nil])
    }

    @Test func imageFortyNineIsWaitedForNoLonger() {
        var queue = RedactionQueue<Int>(settings: settings)
        queue.append(Video.observation(0, []))
        for frame in 0..<48 { queue.append(frame, showing: sample(frame)) }
        #expect(queue.takeReady().isEmpty)
        queue.append(48, showing: sample(48))
        #expect(queue.takeReady().map(\.element) == [0])
    }

    @Test func atTheEndImagesAreCoveredByWhatIsKnown() {
        var queue = RedactionQueue<Int>(settings: settings)
        for frame in 0..<30 { queue.append(frame, showing: sample(frame)) }
        queue.append(Video.observation(0, []))
        queue.releaseAll()
        let covers = queue.takeReady().map(\.cover)
        // Nobody looked at the later ones.
        #expect(covers.prefix(12).allSatisfy { $0 == .regions([]) })
        #expect(covers.suffix(17).allSatisfy { $0 == .wholeImage })
        #expect(covers.count == 30)
    }

    @Test func whatNobodyWantsIsTakenOut() {
        var queue = RedactionQueue<Int>(settings: settings)
        for frame in 0..<48 { queue.append(frame, showing: sample(frame)) }
        queue.removeAll { $0 % 2 == 0 }
        for frame in 48..<72 { queue.append(frame, showing: sample(frame)) }
        #expect(queue.takeReady().isEmpty)
        queue.releaseAll()
        #expect(queue.takeReady().first?.element == 1)
    }

    @Test func anImageThatIsPutInLateIsCoveredAsWhatIsKeptForItSays() {
        for earliest in [Video.time(0), nil] {
            var queue = RedactionQueue<Int>(settings: settings)
            for frame in 0..<200 {
                queue.append(
                    Video.observation(frame, [Video.face(x: 0.45)]), keepingFrom: earliest)
            }
            queue.append(0, showing: sample(0))
            let covers = queue.takeReady().map(\.cover)
            #expect(covers.count == 1)
            #expect((covers.first == .wholeImage) == (earliest == nil))
        }
    }

    /// What is forgotten changes nothing.
    @Test func itSaysTheSameAsAPlanOfTheImagesThatAreKnown() {
        var queue = RedactionQueue<Int>(settings: settings)
        var video = Video(settings)
        var count = 0
        for newest in 0..<400 {
            // Two faces that come and go, one of them moving; every third frame is missed.
            var faces: [MetadataFaceObject] = []
            if newest % 3 > 0, newest % 100 < 60 {
                faces.append(Video.face(1 + newest / 100, x: 0.2))
            }
            if newest % 5 > 0, newest % 170 < 90 {
                faces.append(Video.face(50 + newest / 170, x: 0.005 * Double(newest % 170), y: 0.7))
            }
            let outcome: FrameLedger.Outcome =
                newest % 211 > 180 ? .skipped(.lateData) : .analysed
            queue.append(newest, showing: sample(newest))
            queue.append(Video.observation(newest, faces, outcome: outcome))
            video.append(newest..<(newest + 1), outcome: outcome) { _ in faces }
            for (frame, cover) in queue.takeReady() {
                #expect(cover == video.cover(frame), "frame \(frame)")
                count += 1
            }
        }
        #expect(count > 370)
    }
}

extension RedactionQueue {
    /// All elements that need not wait.
    fileprivate mutating func takeReady() -> [(element: Element, cover: FrameCover?)] {
        var ready: [(element: Element, cover: FrameCover?)] = []
        while let next = next() { ready.append(next) }
        return ready
    }
}
