// SPDX-License-Identifier: Apache-2.0
internal import FaceStream
internal import FaceValues

/// The stream contract `facecap/1` without its clock: see `docs/stream-contract.md`.
struct JSONLinesExporter: FaceExporter {
    private let info: FaceExportFormat.Info
    private var encoder: FaceStreamEncoder
    private var ledger = FrameLedger()
    private var lastTime: MediaTime?

    init(_ info: FaceExportFormat.Info) {
        self.info = info
        encoder = .withoutClock(
            includesLandmarks: info.includesLandmarks, includesMesh: info.includesMesh)
    }

    mutating func begin() -> [UInt8] { encoder.session(info.streamHeader) }

    mutating func append(
        _ observation: FaceObservation, displayedFromStored: CoordinateTransform
    ) -> [UInt8] {
        ledger.record(observation.outcome)
        lastTime = observation.presentationTime
        var lines = encoder.faces(
            observation, transform: displayedFromStored,
            nowNanoseconds: observation.captureNanoseconds)
        for event in StreamEvent.events(of: observation) {
            lines += encoder.event(
                event, at: observation.presentationTime, transform: displayedFromStored)
        }
        return lines
    }

    mutating func append(_ event: StreamEvent) -> [UInt8] {
        switch event {
        case .gap(let start, _), .metadata(_, let start, _), .marker(_, let start):
            return encoder.event(event, at: start)
        case .lost(let count): ledger.recordLost(count)
        default: break
        }
        return encoder.event(event, at: lastTime)
    }

    mutating func finish(reason: String) -> [UInt8] {
        encoder.end(reason: reason, ledger: ledger)
    }
}
