// SPDX-License-Identifier: Apache-2.0
public import FaceExport
public import FaceMovies
internal import FaceStream
public import FaceValues
public import IsolatedInput
internal import MovieReading

/// A page about a movie and its faces: one file that shows everything and asks nobody for anything.
///
/// It holds the table that `FaceExportFormat.csv` makes, from which it draws boxes, curves and
/// stretches of time; what a browser cannot work out of the table, such as images of the faces,
/// lies beside it. Equal movies give equal pages.
public struct FaceReport: Sendable {
    /// What the page shows of the movie beside its faces.
    let data: ReportData
    /// The table with the faces of all frames.
    let csv: [UInt8]
    /// What users should know of the faces and the markers: what is damaged of them.
    package var warnings: [FacecapError] {
        [data.statistics.warning, data.markers.damage].compactMap(\.self)
    }

    /// Reads all faces of a movie and takes an image of each, of some dozens.
    ///
    /// What is damaged ends the faces early and is told on the page.
    ///
    /// - Parameters:
    ///   - reader: the faces.
    ///   - info: what is known of the movie, as for an export.
    ///   - path: the movie's file, from which the images of faces are taken.
    ///   - isolation: what is asked of a process of its own that decodes them; `nil` for this one.
    ///
    /// - Throws: `.invalidArgument` where the movie's images have no size,
    ///   `.mediaUnreadable` where they or the faces lie in another file, and
    ///   `.systemFailed` where the system cannot read the movie or has no memory.
    public init(
        _ reader: FaceTrackReader, info: FaceExportFormat.Info, path: String,
        isolation: IsolatedFileInput.Isolation? = nil
    ) throws(FacecapError) {
        for track in [reader.track] + [reader.video].compactMap(\.self) {
            try reader.movie.checkIsSelfContained(track)
        }
        var exporter = try FaceExportFormat.csv.makeExporter(info)
        let transform = reader.displayedFromStored(mirroring: info.isMirrored)
        var portraits = PortraitChoice(reader)
        var poses: [Int: MeanPose] = [:]
        var blinks: [Int: [ReportData.Blink]] = [:]
        var bytes = exporter.begin()
        var cursor = reader.frames()
        var gaps: [ReportData.Gap] = []
        var end: MediaTime?
        // The statistics below meet the same damage and tell of it.
        while let element = try? cursor.next() {
            let observation: FaceObservation
            switch element {
            case .gap(let start, let duration):
                gaps.append((start, duration))
                continue
            case .frame(let frame): observation = frame.observation
            }
            bytes += exporter.append(observation, displayedFromStored: transform)
            end = observation.end
            portraits.add(observation)
            for face in observation.faces {
                poses[face.faceID, default: MeanPose()].add(transform.apply(face))
            }
            for case .blink(let id, let begin, let length) in StreamEvent.events(of: observation)
            where length > 0 {
                blinks[id, default: []].append((max(0, begin), Double(length) / 1e9))
            }
        }
        bytes += exporter.finish(reason: "end_of_stream")
        csv = bytes
        let statistics = FaceStatistics(reader)
        let longest = statistics.faces.sorted { $0.secondsInView > $1.secondsInView }
        data = ReportData(
            info: info, path: path, reader: reader, statistics: statistics, gaps: gaps,
            end: end?.seconds, poses: poses, blinks: blinks,
            portraits: try PortraitMaker.portraits(
                portraits, ofFaces: longest.prefix(Self.portraitLimit).map(\.id), path: path,
                isolation: isolation))
        // Figures of a part of the frames would look like those of all.
        if let failure = reader.movie.readFailure { throw failure }
    }

    /// How many faces have an image: those that are longest in view.
    private static let portraitLimit = 48
}
