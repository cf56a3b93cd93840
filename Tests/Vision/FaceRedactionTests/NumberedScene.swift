// SPDX-License-Identifier: Apache-2.0
import Facecap
import Glibc
import SystemSupport

/// A live source whose gray frames carry their numbers in their first samples, so that who looks at one
/// knows what there is to see.
final class NumberedScene: CaptureSource, CaptureSourceControl {
    /// What happens before a frame.
    enum Incident: Sendable {
        case call(@Sendable () -> Void)
        /// The source goes away, and comes back this many frames later.
        case absence(images: Int)
    }

    /// What the source delivers next.
    private enum Step {
        case interruption
        case returning
        case image(Int)
    }

    static let size = (width: 320, height: 240)
    static let framesPerSecond = 15

    let isLive = true
    let estimatedFrameCount: Int? = nil
    let videoFormat: VideoFormat?
    private let orientation: VideoOrientation
    private let incidents: [Int: Incident]
    private let steps: [Step]
    /// How much faster than its own times the source plays.
    private let speed: Double
    /// What each frame waits for, so that a busy machine drops none of them.
    private let recording: CaptureMovieFileOutput?
    private let state = Monitor(State())
    private let pool = PixelBufferPool(
        format: .i420, width: NumberedScene.size.width, height: NumberedScene.size.height)

    private struct State {
        var next = 0
        /// Whether no more frames come.
        var isOver = false
        /// When the first frame was asked for.
        var start: Int64?
    }

    /// - Parameter recording: that of the frames; `nil` where they do not wait for it.
    init(
        _ numbers: Range<Int>, speed: Double, orientation: VideoOrientation = .upright,
        incidents: [Int: Incident] = [:], recordedBy recording: CaptureMovieFileOutput? = nil
    ) {
        steps = Self.steps(numbers, incidents)
        self.speed = speed
        self.recording = recording
        self.orientation = orientation
        self.incidents = incidents
        videoFormat = VideoFormat(
            width: Self.size.width, height: Self.size.height,
            frameRate: Double(Self.framesPerSecond), orientation: orientation)
    }

    /// The number that a frame carries.
    static func number(of image: PixelBuffer) -> Int {
        let samples = image.planes[0].baseAddress
        return Int(samples.loadUnaligned(as: UInt16.self))
    }

    func nextEvent() throws(FacecapError) -> CaptureEvent? {
        while let recording, recording.load != .relaxed, !isOver { usleep(1000) }
        let step: Step? = state.withLock { state in
            guard !state.isOver, state.next < steps.count else {
                state.isOver = true
                return nil
            }
            defer { state.next += 1 }
            return steps[state.next]
        }
        switch step {
        case .interruption: return .interrupted(reason: "the camera went away")
        case .returning: return .interruptionEnded
        case .image(let number):
            if case .call(let body) = incidents[number] { body() }
            return .video(image(number))
        case nil: return nil
        }
    }

    func cancel() { state.withLock { $0.isOver = true } }

    private var isOver: Bool { state.withLock { $0.isOver } }

    /// Waits until so many more frames have been asked for, all of which but the last have been delivered then, or no
    /// more come.
    func wait(forFrames count: Int) {
        let end = state.withLock { $0.next } + count
        state.wait { $0.next >= end || $0.isOver ? () : nil }
    }

    /// The numbers of all frames that the source shows, in order: those of absences are missing.
    var shownNumbers: [Int] {
        steps.compactMap { if case .image(let number) = $0 { number } else { nil } }
    }

    private static func steps(_ numbers: Range<Int>, _ incidents: [Int: Incident]) -> [Step] {
        var steps: [Step] = []
        var next = numbers.lowerBound
        while next < numbers.upperBound {
            if case .absence(let images) = incidents[next] {
                steps += [.interruption, .returning]
                next += images
            } else {
                steps.append(.image(next))
                next += 1
            }
        }
        return steps
    }

    /// The frame of a number, once it is its time.
    private func image(_ number: Int) -> VideoSampleBuffer {
        let time = MediaTime(value: Int64(number), timescale: Int32(Self.framesPerSecond))
        let start = state.withLock { state in
            let start = state.start ?? MonotonicClock.nowNanoseconds
            state.start = start
            return start
        }
        let due = start + Int64(Double(time.nanoseconds) / speed)
        let rest = due - MonotonicClock.nowNanoseconds
        if rest > 0 { usleep(UInt32(rest / 1000)) }
        let image = pool.makePixelBuffer { planes in
            for (plane, rows) in zip(planes, [240, 120, 120]) {
                plane.bytes.initializeMemory(
                    as: UInt8.self, repeating: 128, count: plane.bytesPerRow * rows)
            }
            planes[0].bytes.storeBytes(of: UInt16(number), as: UInt16.self)
        }
        return VideoSampleBuffer(
            pixelBuffer: image, presentationTime: time, orientation: orientation,
            captureNanoseconds: start + time.nanoseconds)
    }
}
