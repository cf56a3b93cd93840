// SPDX-License-Identifier: Apache-2.0
internal import FaceExport
internal import FaceMovies
internal import FaceOverlay
internal import FaceStream
internal import FaceValues
internal import MovieReading
internal import SystemSupport

/// What the page knows of a movie beside the table of faces.
struct ReportData: Sendable {
    /// A stretch of which nothing is known.
    typealias Gap = (start: MediaTime, duration: MediaTime)
    /// When a blink began, and how long it took.
    typealias Blink = (begin: Double, seconds: Double)

    let info: FaceExportFormat.Info
    let name: String
    let seconds: Double
    /// How the stored image is displayed.
    let orientation: VideoOrientation
    /// The width of a displayed pixel in its heights.
    let pixelAspectRatio: Double
    let statistics: FaceStatistics
    /// All of them, as curves break there.
    let gaps: [Gap]
    /// Until when faces are known; `nil` where the last frame does not say how long it is shown.
    let end: Double?
    let poses: [Int: MeanPose]
    let blinks: [Int: [Blink]]
    let portraits: [Int: [UInt8]]
    let markers: Markers

    /// The texts in a movie's timed metadata, the first ones of them.
    struct Markers: Sendable {
        fileprivate static let limit = 1000

        fileprivate(set) var first: [MarkerReader.Marker] = []
        /// How many follow.
        fileprivate(set) var furtherCount = 0
        /// What ended the texts of a track early.
        fileprivate(set) var damage: FacecapError?
    }

    init(
        info: FaceExportFormat.Info, path: String, reader: FaceTrackReader,
        statistics: FaceStatistics,
        gaps: [Gap], end: Double?, poses: [Int: MeanPose], blinks: [Int: [Blink]],
        portraits: [Int: [UInt8]]
    ) {
        self.info = info
        name = path.lastPathComponent
        seconds = info.duration?.seconds ?? reader.movie.duration?.seconds ?? 0
        orientation =
            info.isMirrored ? reader.orientation.followed(by: .mirrored) : reader.orientation
        pixelAspectRatio = reader.video?.displayedPixelAspectRatio ?? 1
        self.statistics = statistics
        self.gaps = gaps
        self.end = end
        self.poses = poses
        self.blinks = blinks
        self.portraits = portraits
        markers = Self.markers(of: reader.movie)
    }

    /// The data as JSON that may stand in a script element: no `<` ends it.
    ///
    /// - Parameter movie: the address of the movie, as the page sees it; `nil` where the page holds it.
    func json(movie: String?) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("schema", "facecap-report/1")
            json.member("name", name)
            json.member("stem", String(name.withoutPathExtension))
            json.member("seconds", seconds, decimals: 6)
            json.member("known_until", end, decimals: 6)
            json.member("movie", movie)
            json.member("detector", info.detectorName)
            image(&json)
            json.palette()
            faces(&json)
            ledger(&json)
            remarks(&json)
        }
        return json.bytes.escapedForScript
    }

    private func image(_ json: inout JSONWriter) {
        json.object("picture") { json in
            json.member("width", info.videoSize.width, decimals: 0)
            json.member("height", info.videoSize.height, decimals: 0)
            json.pixelAspectRatio(pixelAspectRatio)
            json.member("rotation", orientation.degrees)
            json.member("mirrored", orientation.isMirrored)
        }
    }

    private func faces(_ json: inout JSONWriter) {
        json.array("faces") { json in
            for face in statistics.faces {
                json.object { json in
                    json.member("id", face.id)
                    json.member("first", face.first.seconds, decimals: 6)
                    json.member("last", face.last.seconds, decimals: 6)
                    json.member("in_view", face.secondsInView, decimals: 6)
                    json.member("frames", face.frameCount)
                    let pose = poses[face.id]
                    json.mean("roll", "roll_frames", pose?.roll, decimals: 2)
                    json.mean("yaw", "yaw_frames", pose?.yaw, decimals: 2)
                    json.mean("pitch", "pitch_frames", pose?.pitch, decimals: 2)
                    json.mean("confidence", "confidence_frames", pose?.confidence, decimals: 4)
                    json.array("blinks") { json in
                        for blink in blinks[face.id] ?? [] {
                            json.numbers([blink.begin, blink.seconds], decimals: 6)
                        }
                    }
                    json.member(
                        "thumbnail",
                        portraits[face.id].map {
                            String(decoding: Base64.encode($0), as: UTF8.self)
                        })
                }
            }
        }
    }

    private func ledger(_ json: inout JSONWriter) {
        json.object("ledger") { json in
            json.member("frames", statistics.frameCount)
            json.member("analysed", statistics.analysedCount)
            json.key("not_analysed")
            json.counts(statistics.notAnalysedCounts)
        }
    }

    private func remarks(_ json: inout JSONWriter) {
        json.array("gaps") { json in
            for gap in gaps {
                json.numbers([gap.start.seconds, gap.duration.seconds], decimals: 6)
            }
        }
        json.array("markers") { json in
            for marker in markers.first {
                json.array { json in
                    json.number(marker.time.seconds, decimals: 6)
                    json.string(Self.text(of: marker))
                }
            }
        }
        json.member("more_markers", markers.furtherCount)
        json.member("damage", statistics.warning?.message)
        json.member("marker_damage", markers.damage?.message)
    }

    /// The text; of a gap, words for it.
    private static func text(of marker: MarkerReader.Marker) -> String {
        guard let gap = RecordingGap(marker) else { return marker.text }
        return "no frames for \((gap.seconds * 10).rounded() / 10) s: \(gap.reason)"
    }

    private static func markers(of movie: MovieReader) -> Markers {
        var reader = MarkerReader(movie)
        var markers = Markers()
        while true {
            do throws(FacecapError) {
                guard let marker = try reader.next() else { return markers }
                if markers.first.count < Markers.limit {
                    markers.first.append(marker)
                } else {
                    markers.furtherCount += 1
                }
            } catch {
                // The reader goes on with the next track.
                markers.damage = markers.damage ?? error
            }
        }
    }
}
