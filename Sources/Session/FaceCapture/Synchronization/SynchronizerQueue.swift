internal import CaptureQueues
internal import CaptureSamples
internal import FaceValues

/// What the threads of the outputs and the synchronizer's own share; bounded.
final class SynchronizerQueue: Sendable {
    private struct State {
        var matcher: InstantMatcher
        var ready: [InstantMatcher.Instant] = []
        var discardedCount = 0
        var isFinished = false
    }

    /// Instants that may wait for the delegate.
    private static var capacity: Int { 4 }

    private let state: Monitor<State>
    private let outputs: [ObjectIdentifier]
    private let waits: Bool

    /// - Parameter waits: whether outputs wait for a delegate that is busy.
    init(_ matcher: InstantMatcher, outputs: [ObjectIdentifier], waits: Bool) {
        state = Monitor(State(matcher: matcher))
        self.outputs = outputs
        self.waits = waits
    }

    /// Takes what an output has, on its thread.
    func add(
        _ data: SynchronizedData, at time: MediaTime, endSeconds: Double? = nil, of output: Int
    ) {
        let now = MonotonicClock.nowNanoseconds
        state.wait { state -> Void? in
            guard !state.isFinished else { return () }
            collect(&state, nowNanoseconds: now)
            if waits, state.ready.count >= Self.capacity { return nil }
            state.matcher.add(
                data, at: time, endSeconds: endSeconds, of: output, nowNanoseconds: now)
            return ()
        }
    }

    /// Nothing more will be added.
    func finish() { state.withLock { $0.isFinished = true } }

    /// Waits for the next instant; `nil` after the last one.
    func next() -> SynchronizedDataCollection? {
        while true {
            let deadline = state.withLock { $0.matcher.deadlineNanoseconds }
            let outcome: Step? = state.wait(untilNanoseconds: deadline ?? .max / 2) { state in
                step(&state, deadline: deadline)
            }
            switch outcome {
            case .collection(let collection): return collection
            case .end: return nil
            case .again, nil: continue
            }
        }
    }

    private enum Step {
        case collection(SynchronizedDataCollection)
        /// Another instant is now the oldest.
        case again
        case end
    }

    private func step(_ state: inout State, deadline: Int64?) -> Step? {
        collect(&state, nowNanoseconds: MonotonicClock.nowNanoseconds)
        if !state.ready.isEmpty {
            let instant = state.ready.removeFirst()
            var collection = SynchronizedDataCollection(
                presentationTime: instant.time, data: Array(zip(outputs, instant.data)))
            collection.discardedCount = state.discardedCount
            state.discardedCount = 0
            return .collection(collection)
        }
        if state.isFinished { return .end }
        return state.matcher.deadlineNanoseconds == deadline ? nil : .again
    }

    /// Moves instants that are complete over; a busy delegate of a live session loses the oldest.
    private func collect(_ state: inout State, nowNanoseconds: Int64) {
        while !waits || state.isFinished || state.ready.count < Self.capacity,
            let instant = state.matcher.takeInstant(
                nowNanoseconds: nowNanoseconds, isLast: state.isFinished)
        {
            if !waits, !state.isFinished, state.ready.count >= Self.capacity {
                state.ready.removeFirst()
                state.discardedCount += 1
            }
            state.ready.append(instant)
        }
    }
}
