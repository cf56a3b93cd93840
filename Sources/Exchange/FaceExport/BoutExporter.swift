// SPDX-License-Identifier: Apache-2.0
internal import FaceStream
internal import FaceValues

/// Writes from when to when something is so of each face, and the markers, once all of it is known.
protocol BoutWriter: Sendable {
    /// A writer for what `info` tells of.
    init(_ info: FaceExportFormat.Info)

    /// The whole file.
    ///
    /// - Parameters:
    ///   - tiers: what is coded, in the order of faces.
    ///   - markers: moments with a text, in the order of time; they may lie beyond the end.
    ///   - end: when the movie ends, in microseconds.
    func file(
        of tiers: [FaceBouts.TierOfFace], markers: [FaceBouts.Bout], end: Int64
    ) -> [UInt8]
}

/// Collects the bouts of a movie or a run for a writer.
struct BoutExporter<Writer: BoutWriter>: FaceExporter {
    private let writer: Writer
    private var bouts: FaceBouts

    init(_ info: FaceExportFormat.Info) {
        writer = Writer(info)
        bouts = FaceBouts(info)
    }

    mutating func begin() -> [UInt8] { [] }

    mutating func append(
        _ observation: FaceObservation, displayedFromStored: CoordinateTransform
    ) -> [UInt8] {
        bouts.append(observation, displayedFromStored: displayedFromStored)
        return []
    }

    mutating func append(_ event: StreamEvent) -> [UInt8] {
        bouts.append(event)
        return []
    }

    mutating func finish(reason: String) -> [UInt8] {
        let (tiers, markers, end) = bouts.finish()
        return writer.file(of: tiers, markers: markers, end: end)
    }
}
