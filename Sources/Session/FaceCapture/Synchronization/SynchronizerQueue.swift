// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues
internal import SystemSupport

/// What the threads of the inputs and the synchronizer's own share; bounded.
final class SynchronizerQueue: Sendable {
    private struct State {
        /// Where samples come from, the leading one first; none while no frames come that could lead.
        let members: [CaptureConnection]
        var matcher: InstantMatcher
        /// Of each connection with frames, those that wait for what is found in them.
        var joiners: [Int: FrameJoiner<CaptureSynchronizedData>] = [:]
        var ready: [CaptureSynchronizedDataCollection] = []
        var discardedCount = 0
        var isFinished = false
        /// The members whose input has ended.
        var ended: Set<Int> = []

        /// The members for which no instant waits; audio that is disabled need not come at all.
        var idle: Set<Int> {
            ended.union(
                members.indices.filter {
                    members[$0].mediaType == .audio && !members[$0].isEnabled
                })
        }

        init(_ connections: [CaptureConnection], maximumDelayNanoseconds delay: Int64?) {
            // An open device need not have all kinds that it may have.
            let samples = connections.filter {
                $0.input.openSource?.mediaTypes.contains($0.mediaType) ?? true
            }
            let frames = samples.filter { $0.mediaType == .video || $0.mediaType == .depth }
            // What has ended cannot lead.
            let inOrder = frames.filter { !$0.input.hasEnded } + frames.filter(\.input.hasEnded)
            members = frames.isEmpty ? [] : inOrder + samples.filter { $0.mediaType == .audio }
            matcher = InstantMatcher(
                members.map { $0.mediaType == .audio ? .audio : .frames },
                maximumDelayNanoseconds: delay)
            ended = Set(members.indices.filter { members[$0].input.hasEnded })
            for (index, member) in members.enumerated() where member.mediaType == .video {
                let isObserved = connections.contains {
                    $0.mediaType == .metadata && $0.input === member.input
                }
                joiners[index] = FrameJoiner(
                    isObserved: isObserved, capacity: SynchronizerQueue.joinerCapacity)
            }
        }
    }

    /// Instants that may wait for the delegate.
    private static var capacity: Int { 4 }
    /// Frames that may wait for their faces.
    private static var joinerCapacity: Int { 16 }

    private let state: Monitor<State>
    private let depthUnit: Double
    private let maximumDelayNanoseconds: Int64?
    private var waits: Bool { maximumDelayNanoseconds == nil }

    /// - Parameter delay: how long an instant waits for connections that are behind; `nil` where inputs wait
    ///   for the delegate.
    init(
        _ connections: [CaptureConnection], depthUnit: Double, maximumDelayNanoseconds delay: Int64?
    ) {
        self.depthUnit = depthUnit
        maximumDelayNanoseconds = delay
        state = Monitor(State(connections, maximumDelayNanoseconds: delay))
    }

    /// Hands over what waits, with whatever is there, and takes what other connections have from here on.
    func follow(_ connections: [CaptureConnection]) {
        state.withLock { state in
            let now = MonotonicClock.nowNanoseconds
            endObservations(in: &state, now: now)
            collect(&state, nowNanoseconds: now, isLast: true)
            var next = State(connections, maximumDelayNanoseconds: maximumDelayNanoseconds)
            (next.ready, next.discardedCount) = (state.ready, state.discardedCount)
            next.isFinished = state.isFinished
            let ended = state.ended.map { state.members[$0] }
            next.ended.formUnion(
                next.members.indices.filter { index in
                    ended.contains { $0 === next.members[index] }
                })
            state = next
        }
    }

    /// Takes what a connection has, on a thread of the session.
    func take(_ delivery: CaptureDelivery, from connection: CaptureConnection) {
        let kind = connection.mediaType == .metadata ? .video : connection.mediaType
        let now = MonotonicClock.nowNanoseconds
        state.wait { state -> Void? in
            guard !state.isFinished else { return () }
            if case .notice(let notice) = delivery, case .ended = notice,
                connection.mediaType != .metadata
            {
                end(connection.input, notice, in: &state, now: now)
                return ()
            }
            let index = state.members.firstIndex {
                $0.mediaType == kind && $0.input === connection.input
            }
            guard let index else { return () }
            collect(&state, nowNanoseconds: now)
            if waits, state.ready.count >= Self.capacity { return nil }
            if waits, case .frame = delivery, state.joiners[index]?.hasRoom == false { return nil }
            add(delivery, from: connection, of: index, to: &state, now: now)
            return ()
        }
    }

    private func add(
        _ delivery: CaptureDelivery, from connection: CaptureConnection, of index: Int,
        to state: inout State, now: Int64
    ) {
        let isEnabled = connection.isEnabled
        switch delivery {
        case .frame(let frame) where isEnabled:
            state.joiners[index]?.append(.frame(frame, nil), of: frame.header)
        case .frame(let frame):
            let dropped = CaptureSynchronizedData.droppedFrame(frame.header, .connectionDisabled)
            state.joiners[index]?.append(dropped, of: frame.header)
        case .droppedFrame(let header, let reason) where state.joiners[index] != nil:
            state.joiners[index]?.append(.droppedFrame(header, reason), of: header)
        case .droppedFrame(let header, let reason):
            state.matcher.add(
                .droppedFrame(header, reason), at: header.presentationTime, of: index,
                nowNanoseconds: now)
        case .observation(let observation): state.joiners[index]?.append(observation)
        case .depth(let frame):
            let depth = isEnabled ? DepthData(frame, unit: depthUnit) : nil
            state.matcher.add(
                depth.map(CaptureSynchronizedData.depth)
                    ?? .droppedFrame(
                        frame.header, isEnabled ? .corruptData : .connectionDisabled),
                at: frame.header.presentationTime, of: index, nowNanoseconds: now)
        case .audio(let audio) where isEnabled:
            let length = Double(audio.frameCount) / Double(max(1, audio.sampleRate))
            state.matcher.add(
                .audio([audio]), at: audio.presentationTime,
                endSeconds: audio.presentationTime.seconds + length, of: index,
                nowNanoseconds: now)
        case .notice(.ended): state.joiners[index]?.endObservations()
        case .skippedFrame, .audio, .encoded, .notice: break
        }
        passOn(of: index, in: &state, now: now)
    }

    /// Nothing more comes from an input, whose last frames may still wait for what is found in them.
    private func end(
        _ input: CaptureDeviceInput, _ notice: CaptureDelivery.Notice, in state: inout State,
        now: Int64
    ) {
        for index in state.members.indices where state.members[index].input === input {
            if state.joiners[index] == nil { state.ended.insert(index) }
            state.joiners[index]?.append(notice)
            passOn(of: index, in: &state, now: now)
        }
    }

    /// Hands over the frames of which it is known what was found in them.
    private func passOn(of index: Int, in state: inout State, now: Int64) {
        while let element = state.joiners[index]?.next() {
            guard case .frame(let joined) = element else {
                state.ended.insert(index)
                continue
            }
            let data: CaptureSynchronizedData? =
                if case .frame(let frame, _) = joined.frame {
                    .frame(frame, joined.observation)
                } else {
                    joined.frame
                }
            guard let data else { continue }
            state.matcher.add(
                data, at: joined.header.presentationTime, of: index, nowNanoseconds: now)
        }
    }

    /// Nothing more will be added.
    func finish() {
        state.withLock { state in
            endObservations(in: &state, now: MonotonicClock.nowNanoseconds)
            state.isFinished = true
        }
    }

    /// No frame waits for what is found in it any longer.
    private func endObservations(in state: inout State, now: Int64) {
        for index in state.members.indices {
            state.joiners[index]?.endObservations()
            passOn(of: index, in: &state, now: now)
        }
    }

    /// Waits for the next instant; `nil` after the last one.
    func next() -> CaptureSynchronizedDataCollection? {
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
        case collection(CaptureSynchronizedDataCollection)
        /// Another instant is now the oldest.
        case again
        case end
    }

    private func step(_ state: inout State, deadline: Int64?) -> Step? {
        collect(&state, nowNanoseconds: MonotonicClock.nowNanoseconds)
        if !state.ready.isEmpty {
            var collection = state.ready.removeFirst()
            collection.discardedCount = state.discardedCount
            state.discardedCount = 0
            return .collection(collection)
        }
        if state.isFinished { return .end }
        return state.matcher.deadlineNanoseconds == deadline ? nil : .again
    }

    /// Moves instants that are complete over, or all; a busy delegate of a live session loses the oldest.
    private func collect(_ state: inout State, nowNanoseconds: Int64, isLast: Bool = false) {
        let isLast = isLast || state.isFinished
        let idle = state.idle
        while !waits || isLast || state.ready.count < Self.capacity,
            let instant = state.matcher.takeInstant(
                nowNanoseconds: nowNanoseconds, idle: idle, isLast: isLast)
        {
            if !waits, !state.isFinished, state.ready.count >= Self.capacity {
                state.ready.removeFirst()
                state.discardedCount += 1
            }
            state.ready.append(
                CaptureSynchronizedDataCollection(
                    presentationTime: instant.time, data: Array(zip(state.members, instant.data))))
        }
    }
}
