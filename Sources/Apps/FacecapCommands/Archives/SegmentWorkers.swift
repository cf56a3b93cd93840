// SPDX-License-Identifier: Apache-2.0
import FaceArchives
import Facecap
import SystemSupport

/// Threads that look at the segments of a list, each with a detector of its own, from the first segment on.
final class SegmentWorkers: Sendable {
    /// What became of a segment.
    enum Outcome: Sendable {
        case done
        case failed(FacecapError)
        /// Nobody looks at it any more.
        case stopped
    }

    private struct State {
        var next = 0
        var outcomes: [Outcome?]
        var isStopped = false
        var runningCount = 0
    }

    private let segments: [ArchiveSegment]
    private let makeMaker: @Sendable () throws(FacecapError) -> PartMaker
    private let didLook: @Sendable () -> Void
    private let state: Monitor<State>

    /// Starts the threads.
    ///
    /// - Parameters:
    ///   - didLook: called for each frame, on any of the threads.
    ///   - makeMaker: loads a detector, on each of the threads.
    /// - Throws: `systemFailed` when the system has no room for another thread.
    init(
        _ segments: [ArchiveSegment], count: Int, didLook: @escaping @Sendable () -> Void,
        makeMaker: @escaping @Sendable () throws(FacecapError) -> PartMaker
    ) throws(FacecapError) {
        self.segments = segments
        self.makeMaker = makeMaker
        self.didLook = didLook
        state = Monitor(State(outcomes: Array(repeating: nil, count: segments.count)))
        for _ in 0..<min(count, segments.count) {
            state.withLock { $0.runningCount += 1 }
            do throws(FacecapError) {
                _ = try WorkerThread(name: "fc.segments") { [self] in
                    work()
                    state.withLock { $0.runningCount -= 1 }
                }
            } catch {
                state.withLock { $0.runningCount -= 1 }
                stop()
                throw error
            }
        }
    }

    /// Waits until a segment was looked at, or will not be.
    func outcome(of index: Int) -> Outcome {
        state.wait { $0.outcomes[index] ?? ($0.isStopped ? .stopped : nil) }
    }

    /// Ends the looks after the frames at hand.
    func stop() { state.withLock { $0.isStopped = true } }

    /// Waits for the end of the threads.
    func join() { state.wait { $0.runningCount == 0 ? () : nil } }

    private func work() {
        let maker: PartMaker
        do throws(FacecapError) {
            maker = try makeMaker()
        } catch {
            // Nobody else has more luck with it.
            return state.withLock { state in
                for index in state.next..<state.outcomes.count {
                    state.outcomes[index] = .failed(error)
                }
                state.next = state.outcomes.count
            }
        }
        while let index = takeNext() {
            let outcome = look(at: segments[index], with: maker)
            state.withLock { $0.outcomes[index] = outcome }
        }
    }

    private func takeNext() -> Int? {
        state.withLock { state in
            guard !state.isStopped, state.next < state.outcomes.count else { return nil }
            defer { state.next += 1 }
            return state.next
        }
    }

    private func look(at segment: ArchiveSegment, with maker: PartMaker) -> Outcome {
        do throws(FacecapError) {
            let outcome = try maker.make(segment) {
                didLook()
                return state.withLock { !$0.isStopped }
            }
            switch outcome {
            case .made: return .done
            case .done(let frameCount):
                for _ in 0..<frameCount { didLook() }
                return .done
            case .stopped: return .stopped
            }
        } catch {
            return .failed(error)
        }
    }
}
