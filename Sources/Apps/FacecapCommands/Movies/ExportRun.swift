// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Sends the frames of a face track through exporters, in one walk and with little memory.
struct ExportRun {
    /// One format and where it goes.
    struct Export {
        let format: FaceExportFormat
        var exporter: any FaceExporter
        let destination: ExportDestination
        /// What was not written yet.
        var waiting: [UInt8] = []
    }

    private static let bufferSize = 1 << 16

    let reader: FaceTrackReader
    let isMirrored: Bool
    var exports: [Export]
    /// Whether the markers and the timed metadata of the movie are written too.
    var includesMetadata = true
    /// What is wrong in the samples of the faces, once all of them were written; `nil` for nothing.
    private(set) var trackWarning: FacecapError?

    /// Writes everything; what is damaged ends it, and what was read before is written.
    mutating func run() throws(FacecapError) {
        let transform = reader.displayedFromStored(mirroring: isMirrored)
        var cursor = reader.frames()
        var metadata =
            includesMetadata
            ? PendingMetadata(
                reader.movie, includesMarkers: exports.contains { $0.format.holdsMarkers })
            : nil
        guard try write({ $0.exporter.begin() }) else { return }
        var failure: FacecapError?
        while failure == nil {
            let element: FaceTrackReader.Element?
            do throws(FacecapError) {
                element = try cursor.next()
            } catch {
                failure = error
                break
            }
            for event in metadata?.events(before: element) ?? [] {
                guard try write({ $0.exporter.append(event) }) else { return }
            }
            guard let element else { break }
            let goesOn = try write { export in
                switch element {
                case .gap(let start, let duration):
                    export.exporter.append(.gap(start: start, duration: duration))
                case .frame(let frame):
                    export.exporter.append(
                        export.format.countsFrames ? frame.counted : frame.observation,
                        displayedFromStored: transform)
                }
            }
            guard goesOn else { return }
        }
        failure = failure ?? reader.movie.readFailure
        let hasAllFrames = failure == nil
        failure = failure ?? metadata?.failure
        if let failure {
            _ = try write { $0.exporter.append(.error(failure)) }
        } else {
            trackWarning = cursor.warning
            for warning in [try reader.movie.warning(), trackWarning].compactMap(\.self) {
                _ = try write { $0.exporter.append(.warning(warning)) }
            }
        }
        let reason = failure == nil ? "end_of_stream" : "error"
        _ = try write(flushing: true) { $0.exporter.finish(reason: reason) }
        var unchanged: [String] = []
        for export in exports {
            let path = try export.destination.finish(sourceFailed: failure != nil)
            if let path { unchanged.append(path) }
        }
        if let failure { throw incomplete(failure, hasAllFrames: hasAllFrames, unchanged) }
    }

    /// What ended the walk, and what has become of the files.
    private func incomplete(
        _ failure: FacecapError, hasAllFrames: Bool, _ unchanged: [String]
    ) -> FacecapError {
        var sentences = [failure.message]
        if unchanged.count < exports.count {
            sentences.append(
                hasAllFrames
                    ? "What was written lacks the rest of that track."
                    : "What was written holds what comes before that.")
        }
        sentences += unchanged.map { "\($0) is left as it was." }
        return FacecapError(failure.code, sentences.joined(separator: " "))
    }

    /// Adds bytes to every export, and ends those that nobody reads any more; whether anyone reads on.
    private mutating func write(
        flushing: Bool = false, _ makeBytes: (inout Export) -> [UInt8]
    ) throws(FacecapError) -> Bool {
        for index in exports.indices.reversed() {
            exports[index].waiting += makeBytes(&exports[index])
            guard flushing || exports[index].waiting.count >= Self.bufferSize else { continue }
            if try exports[index].destination.write(exports[index].waiting) {
                exports[index].waiting.removeAll(keepingCapacity: true)
            } else {
                exports.remove(at: index)
            }
        }
        return !exports.isEmpty
    }
}

extension FaceExportFormat {
    /// Whether frames are named by their place in the movie, as tools that open it count them, and not
    /// by their number in the session that recorded it.
    fileprivate var countsFrames: Bool {
        switch self {
        case .jsonl, .csv, .vtt, .eaf, .textgrid, .boris: false
        case .mot, .motGT, .cvat, .coco, .openface: true
        }
    }

    /// Whether files have a place for markers.
    fileprivate var holdsMarkers: Bool {
        switch self {
        case .jsonl, .vtt, .eaf, .textgrid, .boris: true
        case .csv, .mot, .motGT, .cvat, .coco, .openface: false
        }
    }
}

extension FaceTrackReader.Frame {
    /// The observation with the frame's index for the frame's number.
    fileprivate var counted: FaceObservation {
        var counted = observation
        counted.frame = FrameID(frameIndex)
        return counted
    }
}
