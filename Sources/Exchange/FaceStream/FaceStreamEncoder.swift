// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// Writes the records of the stream contract `facecap/1` as lines of JSON; see
/// `docs/stream-contract.md`.
///
/// Each function returns one whole line with its line feed; the memory is used again by the next.
package struct FaceStreamEncoder: Sendable {
    /// What the lines hold beside the contract's fields.
    package struct Options: Sendable, Hashable {
        /// Whether lines hold what differs from run to run: clocks and latencies.
        package var includesClock = true
        /// Whether faces hold their five points.
        package var includesLandmarks = false
        /// Whether faces are written with all points of their mesh.
        package var includesMesh = false

        /// Clocks and no points.
        package init() {}
    }

    private let space: StreamSpace
    private var clock: StreamClock
    private let readClock: @Sendable () -> StreamClock
    private let options: Options
    private let camera: String?
    private var json = JSONWriter()
    /// As the session was told of.
    private var isolation: IsolationLevel?

    /// For so long a moment on the two clocks tells the time of day: later, somebody may have set the clock, or the
    /// machine may have been suspended.
    private static let clockLifetime: Int64 = 1_000_000_000

    /// An encoder of positions in `space`, with times of day by `clock`.
    ///
    /// - Parameters:
    ///   - camera: of several, the name of the one whose frames and events it writes.
    ///   - readClock: gives a newer moment on the two clocks.
    package init(
        space: StreamSpace, clock: StreamClock, options: Options = Options(),
        camera: String? = nil, readClock: @escaping @Sendable () -> StreamClock = { .now }
    ) {
        self.space = space
        self.clock = clock
        self.readClock = readClock
        self.options = options
        self.camera = camera
    }

    /// The first record.
    package mutating func session(_ header: StreamHeader) -> [UInt8] {
        let (options, clock) = (options, clock)
        isolation = header.isolation
        return line("session") { json in
            json.schema(version: header.version)
            json.source(header.cameras[0])
            json.cameras(header.cameras.map { ($0.name, $0) }) { $0.source($1) }
            json.detector(header)
            if options.includesClock { json.clock(clock) }
            json.space(header.space)
            json.member("mirrored", header.isMirrored)
            json.isolation(header.isolation)
        }
    }

    /// The first record of a stream of audio alone.
    package mutating func session(_ header: StreamAudioHeader) -> [UInt8] {
        let (options, clock) = (options, clock)
        isolation = header.isolation
        return line("session") { json in
            json.schema(version: header.version)
            json.source(kind: header.sourceKind, name: header.sourceName)
            json.audio(header)
            if options.includesClock { json.clock(clock) }
            json.isolation(header.isolation)
        }
    }

    /// The record of a frame, which each frame has.
    ///
    /// - Parameters:
    ///   - transform: from the normalized stored frame to the stream's space.
    ///   - truth: what was drawn in the frame, where that is known and asked for.
    ///   - nowNanoseconds: `CLOCK_MONOTONIC`, for the latency.
    package mutating func faces(
        _ observation: FaceObservation, transform: CoordinateTransform,
        truth: [StreamTruth]? = nil, nowNanoseconds: Int64
    ) -> [UInt8] {
        if options.includesClock,
            nowNanoseconds - clock.monotonicNanoseconds >= Self.clockLifetime
        {
            clock = readClock()
        }
        let (options, clock, decimals) = (options, clock, space.positionDecimals)
        return cameraLine("faces") { json in
            json.member("frame", observation.frame.number)
            json.member("pts", observation.presentationTime.seconds, decimals: 6)
            if options.includesClock {
                json.member("monotonic_ns", observation.captureNanoseconds)
                json.member(
                    "utc", clock.utcText(monotonicNanoseconds: observation.captureNanoseconds))
                let latency = nowNanoseconds - observation.captureNanoseconds
                json.member("latency_ms", Double(latency) / 1e6, decimals: 3)
            }
            json.member("analysed", observation.outcome == .analysed)
            if let scan = observation.scan { json.scan(scan) }
            if observation.zoom != .none {
                json.member("zoom", observation.zoom.factor, decimals: 4)
            }
            switch observation.outcome {
            case .analysed: break
            case .skipped(let reason):
                json.member("outcome", "skipped")
                json.member("reason", reason.description)
            case .dropped(let reason):
                json.member("outcome", "dropped")
                json.member("reason", reason.description)
            }
            json.array("faces") { json in
                for face in observation.faces {
                    json.face(
                        transform.apply(face), positionDecimals: decimals,
                        includesLandmarks: options.includesLandmarks,
                        includesMesh: options.includesMesh)
                }
            }
            guard let truth else { return }
            json.array("truth") { json in
                for face in truth {
                    json.truth(face, transform: transform, positionDecimals: decimals)
                }
            }
        }
    }

    /// The record of an event, at the time stamp of the frame it came with or after.
    ///
    /// - Parameters:
    ///   - device: what it happened to, where that is not the camera.
    ///   - transform: from the normalized stored frame to the stream's space, for what has a place.
    package mutating func event(
        _ event: StreamEvent, at time: MediaTime?, device: String? = nil,
        transform: CoordinateTransform = .identity
    ) -> [UInt8] {
        let decimals = space.positionDecimals
        return cameraLine("event") { json in
            json.member("event", event.name)
            json.member("device", device)
            json.member("pts", time?.seconds, decimals: 6)
            switch event {
            case .cut, .subjectAreaChanged: break
            case .frameRateChanged(let frameRate):
                json.member("frame_rate", frameRate, decimals: 6)
            case .faceFound(let id):
                json.member("id", id)
            case .faceLost(let id, let reason):
                json.member("id", id)
                guard let reason else { break }
                json.member("reason", reason)
            case .rename(let from, let to):
                json.member("from", from)
                json.member("to", to)
            case .blink(let id, let beginSeconds, let nanoseconds):
                json.member("id", id)
                json.member("begin", beginSeconds, decimals: 6)
                json.member("length_ms", Double(nanoseconds) / 1e6, decimals: 3)
            case .codes(let frame, let objects):
                json.member("frame", frame)
                json.array("codes") { json in
                    for object in objects {
                        json.code(transform.apply(object), positionDecimals: decimals)
                    }
                }
            case .interrupted(let reason):
                json.member("reason", reason)
            case .dropped(let reason):
                json.member("reason", reason.description)
            case .lost(let count), .lostAudio(let count):
                json.member("count", count)
            case .warning(let error), .error(let error):
                json.member("code", error.code.description)
                json.member("message", error.message)
            case .fileStarted(let path), .fileDeleted(let path):
                json.member("path", path)
            case .fileFinished(let path, let duration, let byteCount):
                json.member("path", path)
                json.member("duration", duration.seconds, decimals: 6)
                json.member("bytes", Int(byteCount))
            case .progress(let duration, let byteCount, let freeByteCount):
                json.member("duration", duration.seconds, decimals: 6)
                json.member("bytes", Int(byteCount))
                guard let freeByteCount else { break }
                json.member("free_bytes", Int(freeByteCount))
            case .metadata(let item, _, let duration): json.metadata(item, for: duration)
            case .marker(let text, _): json.member("text", text)
            case .gap(_, let duration):
                json.member("gap_ms", duration.seconds * 1000, decimals: 3)
            case .resumed(let gapMilliseconds):
                json.member("gap_ms", gapMilliseconds, decimals: 3)
            case .systemPressure(let state):
                json.member("level", state.level.description)
                json.array("factors") { json in
                    for factor in state.factors.map(\.rawValue).sorted() { json.string(factor) }
                }
                guard let intervals = state.lookIntervals else { break }
                json.member("scan_every", intervals.scan)
                json.member("detect_every", intervals.analysis)
            }
        }
    }

    /// The last record.
    ///
    /// - Parameters:
    ///   - ledgers: what became of the frames of each camera; of several, with their names.
    ///   - audioDuration: how much was written, in a stream of audio alone.
    ///   - lostAudioCount: sample frames that a microphone lost; `nil` when there was none.
    package mutating func end(
        reason: String, ledgers: [(camera: String?, ledger: FrameLedger)],
        audioDuration: MediaTime? = nil, lostAudioCount: Int? = nil
    ) -> [UInt8] {
        let isolation = isolation
        return line("end") { json in
            json.member("reason", reason)
            json.frames(ledgers.map(\.ledger).reduce(FrameLedger(), +))
            json.cameras(ledgers.map { ($0.camera, $0.ledger) }) { $0.frames($1) }
            json.isolation(isolation)
            json.member("sound_duration", audioDuration?.seconds, decimals: 6)
            guard let lostAudioCount else { return }
            json.member("lost_sound", lostAudioCount)
        }
    }

    /// The last record of a stream of one camera.
    package mutating func end(reason: String, ledger: FrameLedger) -> [UInt8] {
        end(reason: reason, ledgers: [(nil, ledger)])
    }

    /// A record that belongs to the encoder's camera.
    private mutating func cameraLine(
        _ type: StaticString, _ body: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        let camera = camera
        return line(type) { json in
            json.member("camera", camera)
            body(&json)
        }
    }

    private mutating func line(
        _ type: StaticString, _ body: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        var writer = JSONWriter()
        swap(&writer, &json)
        writer.reset()
        writer.object { json in
            json.member("type", "\(type)")
            body(&json)
        }
        writer.newline()
        swap(&writer, &json)
        return json.bytes
    }
}
