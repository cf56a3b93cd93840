// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Testing

@testable import FaceCapture

/// Frames and what was found in them, without threads. Of a frame its number in words is kept.
struct FrameJoinerTests {
    private var joiner = FrameJoiner<String>(isObserved: true, capacity: 4)

    private func header(_ number: Int) -> CapturedFrame.Header {
        CapturedFrame.Header(
            id: FrameID(number), presentationTime: MediaTime(value: Int64(number), timescale: 10),
            captureNanoseconds: 0, orientation: .upright)
    }

    private mutating func addFrames(_ numbers: Int...) {
        for number in numbers { joiner.append("frame \(number)", of: header(number)) }
    }

    private mutating func observe(_ numbers: Int..., outcome: FrameLedger.Outcome = .analysed) {
        for number in numbers {
            joiner.append(
                FaceObservation(
                    frame: FrameID(number), presentationTime: header(number).presentationTime,
                    captureNanoseconds: 0, outcome: outcome))
        }
    }

    /// What leaves now: `0` a frame with its faces, `0?` one without, `-0` one of which nothing was kept.
    private mutating func take() -> [String] {
        var left: [String] = []
        while let element = joiner.next() {
            switch element {
            case .notice: left.append("notice")
            case .frame(let frame):
                let number = frame.header.id.number
                #expect(frame.frame == nil || frame.frame == "frame \(number)")
                if let observation = frame.observation {
                    #expect(observation.frame == frame.header.id)
                }
                left.append(
                    (frame.frame == nil ? "-" : "") + "\(number)"
                        + (frame.observation == nil ? "?" : ""))
            }
        }
        return left
    }

    @Test mutating func eachFrameLeavesOnceWithItsFacesWhicheverComesFirst() {
        addFrames(0)
        #expect(take() == [])
        observe(0)
        #expect(take() == ["0"])
        observe(1, 2)
        #expect(take() == [])
        addFrames(1, 2)
        #expect(take() == ["1", "2"])
        #expect(take() == [])
    }

    @Test mutating func whatHappensBetweenFramesLeavesBetweenThem() {
        addFrames(0)
        joiner.append(.lost(count: 3))
        addFrames(1)
        joiner.append(.interrupted(reason: "gone"))
        observe(0)
        #expect(take() == ["0", "notice"])
        observe(1)
        #expect(take() == ["1", "notice"])
    }

    @Test mutating func aFrameOfWhichNothingIsKeptHasItsPlace() {
        addFrames(0)
        joiner.append(nil, of: header(1))
        addFrames(2)
        observe(0)
        observe(1, outcome: .dropped(.recordingBusy))
        observe(2)
        #expect(take() == ["0", "-1", "2"])
    }

    @Test mutating func facesOfFramesThatNeverCameAreLeftOut() {
        observe(0, 1, 2)
        addFrames(2)
        #expect(take() == ["2"])
    }

    @Test mutating func aFrameThatNobodyLookedAtLeavesOnceThatIsKnown() {
        addFrames(0, 1)
        observe(1)
        #expect(take() == ["0?", "1"])
    }

    @Test mutating func ofTooManyThatWaitTheOldestLeavesAndItsFacesAreLeftOut() {
        addFrames(0, 1, 2, 3)
        #expect(!joiner.hasRoom)
        #expect(take() == [])
        addFrames(4)
        #expect(take() == ["0?"])
        observe(0, 1)
        #expect(take() == ["1"])
        #expect(joiner.hasRoom)
    }

    @Test mutating func framesOfWhichNothingIsKeptWaitInAnyNumber() {
        for number in 0..<100 { joiner.append(nil, of: header(number)) }
        #expect(take() == [])
        observe(0)
        #expect(take() == ["-0"])
    }

    @Test mutating func withoutObservationsFramesLeaveAtOnce() {
        joiner = FrameJoiner(isObserved: false, capacity: 4)
        observe(0)
        addFrames(0)
        #expect(take() == ["0?"])
        #expect(joiner.hasRoom)
    }

    @Test mutating func framesWaitFromWhereObservationsBegin() {
        joiner = FrameJoiner(isObserved: false, capacity: 4)
        addFrames(7, 8)
        #expect(take() == ["7?", "8?"])
        joiner.beginObservations()
        // Of a frame that has left.
        observe(8)
        addFrames(0)
        #expect(take() == [])
        observe(0)
        #expect(take() == ["0"])
    }

    @Test mutating func atTheEndOfObservationsNothingWaits() {
        addFrames(0, 1, 2)
        observe(0)
        joiner.endObservations()
        #expect(take() == ["0", "1?", "2?"])
        addFrames(3)
        #expect(take() == ["3?"])
    }

    /// Another input counts its frames from 0 again.
    @Test(arguments: [true, false])
    mutating func numbersMayBeginAgain(facesComeLate: Bool) {
        addFrames(7, 8)
        if !facesComeLate { observe(7, 8) }
        addFrames(0, 1)
        if facesComeLate { observe(7, 8) }
        observe(0, 1)
        #expect(take() == ["7", "8", "0", "1"])
    }
}
