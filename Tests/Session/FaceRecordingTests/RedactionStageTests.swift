// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceOverlay
import FaceRedaction
import FaceValues
import Testing

@testable import FaceCapture
@testable import FaceRecording

@Suite struct RedactionStageTests {
    private var stage = RedactionStage(settings: RedactionSettings(method: .box(.black)))

    /// A gray frame at 10 frames a second.
    private func frame(_ number: Int, format: PixelBuffer.Format = .gray8) throws -> RecordingItem {
        let pool = PixelBufferPool(format: format, width: 64, height: 48)
        let image = pool.makePixelBuffer { planes in
            planes[0].bytes.initializeMemory(
                as: UInt8.self, repeating: 128, count: planes[0].bytesPerRow * 48)
        }
        let sample = VideoSampleBuffer(
            pixelBuffer: image, presentationTime: time(number), captureNanoseconds: 0)
        return .frame(CapturedFrame(id: FrameID(number), sampleBuffer: sample))
    }

    private func time(_ number: Int) -> MediaTime { MediaTime(value: Int64(number), timescale: 10) }

    private func observation(_ number: Int, hasFace: Bool = false) -> RecordingItem {
        let face = MetadataFaceObject(
            faceID: 1, bounds: Rect(x: 0.4, y: 0.4, width: 0.2, height: 0.2), confidence: 0.9)
        return .observation(
            FaceObservation(
                frame: FrameID(number), presentationTime: time(number), captureNanoseconds: 0,
                outcome: .analysed, faces: hasFace ? [face] : []))
    }

    private func names(_ items: [RecordingItem]) -> [String] {
        items.map { item in
            switch item {
            case .frame(let frame): "frame \(frame.id.number)"
            case .request(.mark(let text)): text
            case .request(.cancel): "cancel"
            case .failure: "failure"
            default: "other"
            }
        }
    }

    /// The luma in the middle of a frame.
    private func middle(_ item: RecordingItem?) -> UInt8? { luma(item, x: 32, y: 24) }

    /// The luma of the first pixel, which no face covers.
    private func corner(_ item: RecordingItem?) -> UInt8? { luma(item, x: 0, y: 0) }

    private func luma(_ item: RecordingItem?, x: Int, y: Int) -> UInt8? {
        guard case .frame(let frame) = item else { return nil }
        let plane = frame.sampleBuffer.pixelBuffer.planes[0]
        return plane.baseAddress.load(fromByteOffset: y * plane.bytesPerRow + x, as: UInt8.self)
    }

    @Test mutating func everythingWaitsInOrderForWhatIsFoundLater() throws {
        var released: [RecordingItem] = []
        for number in 0..<13 {
            released += stage.receive(try frame(number))
            released += stage.receive(.request(.mark("mark \(number)")))
            released += stage.receive(observation(number))
        }
        #expect(
            names(released) == [
                "frame 0", "mark 0", "frame 1", "mark 1", "frame 2", "mark 2",
            ])
        #expect(names(stage.finish()).last == "mark 12")
        #expect(stage.finish().isEmpty)
    }

    @Test mutating func wholeFramesAreCoveredUntilTheZoomStays() throws {
        let zoom = VideoZoom(factor: 2, width: 64, height: 48)
        var items: [RecordingItem] = []
        for number in 0..<24 {
            var (item, told) = (try frame(number), observation(number, hasFace: true))
            if number >= 12, case .frame(let frame) = item,
                case .observation(var observation) = told
            {
                let sample = frame.sampleBuffer
                let zoomed = sample.zoomed(to: zoom, with: sample.pixelBuffer)
                item = .frame(frame.replacingSampleBuffer(with: zoomed))
                observation.zoom = zoom
                told = .observation(observation)
            }
            items += stage.receive(item) + stage.receive(told)
        }
        items += stage.finish()
        #expect(names(items) == (0..<24).map { "frame \($0)" })
        #expect(items.allSatisfy { middle($0) == 16 })
        // A second is waited for what is found later: frames of that second do not know where faces were.
        #expect(items.map { corner($0) == 16 } == (0..<24).map { (2..<12).contains($0) })
    }

    @Test mutating func aFrameOfAnotherZoomThanThatOfWhatIsKnownIsCoveredAsAWhole() throws {
        for number in 0..<3 { _ = stage.receive(observation(number)) }
        guard case .frame(let frame) = try frame(3) else {
            Issue.record("It is no frame.")
            return
        }
        let sample = frame.sampleBuffer
        let zoomed = sample.zoomed(
            to: VideoZoom(factor: 2, width: 64, height: 48), with: sample.pixelBuffer)
        let waiting = stage.receive(.frame(frame.replacingSampleBuffer(with: zoomed)))
        let released = waiting + stage.finish()
        #expect(released.map { corner($0) } == [16])
    }

    @Test mutating func aFaceIsCoveredInImagesFromBeforeItWasFound() throws {
        for number in 0..<4 {
            _ = stage.receive(try frame(number))
            _ = stage.receive(observation(number))
        }
        _ = stage.receive(try frame(4))
        let waiting = stage.receive(observation(4, hasFace: true)) + stage.finish()
        let images = waiting.filter { if case .frame = $0 { true } else { false } }
        #expect(images.map(middle) == [16, 16, 16, 16, 16])
    }

    @Test mutating func aFaceThatWasLostJustBeforeTheBeginningIsCovered() throws {
        let before = (0..<10).compactMap { number -> FaceObservation? in
            guard case .observation(let observation) = observation(number, hasFace: true) else {
                return nil
            }
            return observation
        }
        stage = RedactionStage(settings: RedactionSettings(method: .box(.black)), knowing: before)
        var items: [RecordingItem] = []
        for number in 10..<20 {
            items += stage.receive(try frame(number)) + stage.receive(observation(number))
        }
        items += stage.finish()
        #expect(items.count == 10)
        #expect(items.prefix(9).allSatisfy { middle($0) == 16 && corner($0) == 128 })
    }

    @Test mutating func anImageThatNobodyAnalysedIsCoveredAsAWhole() throws {
        var released: [RecordingItem] = []
        for number in 0..<56 { released += stage.receive(try frame(number)) }
        #expect(names(released) == (0..<8).map { "frame \($0)" })
        #expect(released.allSatisfy { middle($0) == 16 })
    }

    @Test mutating func anImageThatCannotBeCoveredIsAFailure() throws {
        _ = stage.receive(try frame(0, format: .depth16))
        #expect(names(stage.finish()) == ["failure"])
    }

    @Test mutating func imagesThatGetReadyAtOnceLeaveOneByOne() throws {
        for number in 0..<20 { _ = stage.receive(try frame(number)) }
        for number in 0..<16 { _ = stage.receive(observation(number)) }
        // Those of the first six are known; one left with each observation from the eleventh on.
        let released = try (20..<24).flatMap { stage.receive(try frame($0)) }
        #expect(!names(released).contains { $0.hasPrefix("frame") })
        _ = stage.receive(observation(25))
        let later = try (26..<30).map { names(stage.receive(try frame($0))) }
        #expect(later.prefix(4).map { $0.filter { $0.hasPrefix("frame") }.count } == [1, 1, 1, 1])
    }

    @Test mutating func nothingWaitsForASourceThatWentAway() throws {
        for number in 0..<3 {
            _ = stage.receive(try frame(number))
            _ = stage.receive(observation(number, hasFace: number == 2))
        }
        let released = stage.receive(.notice(.interrupted(reason: "gone")))
        #expect(names(released) == ["frame 0", "frame 1", "frame 2", "other"])
        #expect(middle(released.first) == 16)
        #expect(names(stage.receive(.request(.mark("while it is away")))) == ["while it is away"])
    }

    @Test mutating func whatASourceThatWentAwayShowedWaitsForItsOwnFaces() throws {
        for number in 0..<3 { _ = stage.receive(try frame(number)) }
        #expect(stage.receive(.notice(.interrupted(reason: "gone"))).isEmpty)
        for number in 0..<2 { #expect(stage.receive(observation(number)).isEmpty) }
        let released = stage.receive(observation(2, hasFace: true))
        #expect(names(released) == ["frame 0", "frame 1", "frame 2", "other"])
        #expect(middle(released.first) == 16)
        // It came back.
        #expect(stage.receive(try frame(3)).isEmpty)
        #expect(stage.receive(observation(3)).isEmpty)
    }

    @Test mutating func aCancelledRecordingDoesNotWait() throws {
        _ = stage.receive(try frame(0))
        #expect(names(stage.receive(.request(.cancel))) == ["cancel"])
    }

    @Test mutating func theNextRecordingKnowsThatNoMoreFramesAreObserved() throws {
        _ = stage.receive(try frame(0))
        _ = stage.receive(.endOfObservations)
        #expect(names(stage.receive(.request(.cancel))) == ["other", "cancel"])
    }

    @Test mutating func aCancelledRecordingKeepsWhatComesBeforeASplit() throws {
        _ = stage.receive(try frame(0))
        _ = stage.receive(.request(.split))
        _ = stage.receive(try frame(1))
        let released = stage.receive(.request(.cancel))
        #expect(names(released) == ["frame 0", "other", "cancel"])
        #expect(middle(released.first) == 16)
    }
}
