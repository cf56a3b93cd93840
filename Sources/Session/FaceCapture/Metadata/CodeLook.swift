// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import CodeReading
internal import FaceValues
import Synchronization
internal import SystemSupport

/// Looks for machine-readable codes in some frames of a source, on a thread of its own beside that of the faces.
///
/// Live, a frame that comes while one is looked at is passed by, and what was found comes with the next observation.
/// Of a file every frame that is due is looked at, and its own observation waits for what was found: the same file
/// shows the same codes.
final class CodeLook: Sendable {
    /// Looks a second of the source.
    private static let looksPerSecond = 5.0
    /// Pixels that are read of a frame, where they look like a symbol: of a live source about those of five symbols.
    private static let liveLimit = 300_000
    private static let limit = 4_000_000
    /// Images that are wholly looked at where nothing waits for them.
    private static let waitingFrames = 2

    private struct Request: Sendable {
        let frame: CapturedFrame
        let connection: CaptureConnection
        let symbologies: Set<MetadataMachineReadableCodeObject.Symbology>
        let region: Rect
    }

    /// A frame that is looked at, and what was found there once it was.
    struct Pending {
        let frame: FrameID
        let connection: CaptureConnection
        var found: [MetadataMachineReadableCodeObject]?
    }

    /// What is known of looks whose results were not told yet.
    struct State {
        /// Whether observations wait for what is found in their frame.
        var waits = false
        /// The fifth of a second in which the last look was.
        var lastTurn: Int?
        /// Frames that are looked at, and what was found in those that were.
        var pending: [Pending] = []
        /// Whether the look before showed any.
        var showsCodes = false
        /// Why a frame could not be looked at; told once.
        var warning: FacecapError?
        var hasWarned = false

        /// Forgets what was seen before another input took the place of the one before, whatever its numbers.
        private mutating func forget(before connection: CaptureConnection) {
            let index = pending.firstIndex { $0.connection === connection }
            guard let index, index > 0 else { return }
            pending.removeFirst(index)
            showsCodes = false
        }

        /// Notes what was found in a frame; inputs number their frames independently.
        mutating func finish(
            _ frame: FrameID, from connection: CaptureConnection,
            _ result: Result<[MetadataMachineReadableCodeObject], FacecapError>
        ) {
            let index = pending.firstIndex { $0.frame == frame && $0.connection === connection }
            guard let index else { return }
            switch result {
            case .success(let codes): pending[index].found = codes
            case .failure(let error):
                pending[index].found = []
                if !hasWarned { warning = error }
                hasWarned = true
            }
        }

        /// What is to be told with a frame; `nil` where that has to be waited for.
        mutating func take(
            with frame: FrameID, from connection: CaptureConnection
        ) -> FaceObservation.Codes?? {
            forget(before: connection)
            guard let first = pending.first, first.connection === connection, first.frame <= frame
            else { return .some(nil) }
            guard let found = first.found else { return waits ? nil : .some(nil) }
            pending.removeFirst()
            defer { showsCodes = !found.isEmpty }
            guard showsCodes || !found.isEmpty else { return .some(nil) }
            return FaceObservation.Codes(age: frame.number - first.frame.number, objects: found)
        }
    }

    private let state = Monitor(State())
    /// From the first frame on that is looked at.
    private let queue = Mutex<DeliveryQueue<Request>?>(nil)

    /// Begins a stream of frames.
    ///
    /// - Parameter waits: whether observations wait for what is found in their frame.
    func begin(waits: Bool) { state.withLock { $0 = State(waits: waits) } }

    /// Has a frame looked at, where that is due.
    ///
    /// - Parameter region: where, in the normalized stored frame.
    func offer(
        _ frame: CapturedFrame, from connection: CaptureConnection,
        for symbologies: Set<MetadataMachineReadableCodeObject.Symbology>, in region: Rect
    ) {
        let turn = Int(
            (frame.sampleBuffer.presentationTime.seconds * Self.looksPerSecond).rounded(.down))
        let limit = state.withLock { state -> Int? in
            guard turn != state.lastTurn,
                state.waits || state.pending.allSatisfy({ $0.found != nil })
            else { return nil }
            state.lastTurn = turn
            state.pending.append(Pending(frame: frame.id, connection: connection))
            return state.waits ? Self.limit : Self.liveLimit
        }
        guard let limit else { return }
        do throws(FacecapError) {
            try startedQueue(limit).enqueue(
                Request(
                    frame: frame, connection: connection, symbologies: symbologies, region: region))
        } catch {
            state.withLock { $0.finish(frame.id, from: connection, .failure(error)) }
        }
    }

    private func startedQueue(_ limit: Int) throws(FacecapError) -> DeliveryQueue<Request> {
        try queue.withLock { queue throws(FacecapError) -> DeliveryQueue<Request> in
            if let queue { return queue }
            let started = try makeQueue(limit)
            queue = started
            return started
        }
    }

    private func makeQueue(_ limit: Int) throws(FacecapError) -> DeliveryQueue<Request> {
        let state = state
        return try DeliveryQueue(
            threadName: "fc.codes", capacity: Self.waitingFrames,
            receive: { next in
                var symbologies: Set<MetadataMachineReadableCodeObject.Symbology> = []
                var reader = IsolatedCodeReader([], pixelLimit: limit)
                while let request = next() {
                    if symbologies != request.symbologies {
                        symbologies = request.symbologies
                        reader = IsolatedCodeReader(symbologies, pixelLimit: limit)
                    }
                    let image = request.frame.sampleBuffer.pixelBuffer
                    let result = Result { () throws(FacecapError) in
                        try reader.codes(in: image, region: request.region)
                    }
                    state.withLock {
                        $0.finish(request.frame.id, from: request.connection, result)
                    }
                }
            })
    }

    /// What is to be told with a frame.
    func take(
        with frame: FrameID, from connection: CaptureConnection
    ) -> FaceObservation.Codes? {
        state.wait { $0.take(with: frame, from: connection) }
    }

    /// Why a frame could not be looked at, once.
    func takeWarning() -> FacecapError? {
        state.withLock { $0.warning.take() }
    }

    /// Ends the thread after what is looked at.
    func finish() { queue.finishQueue() }
}
