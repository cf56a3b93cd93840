// SPDX-License-Identifier: Apache-2.0
package import FaceValues
internal import MovieReading

/// What the frames of a face track add up to.
package struct FaceStatistics: Sendable, Hashable {
    /// One face from where it was first seen to where it was last seen.
    package struct Face: Sendable, Hashable {
        /// Its id.
        package let id: Int
        /// The time of the first frame that has it.
        package let first: MediaTime
        /// The time of the last frame that has it.
        package internal(set) var last: MediaTime
        /// How many frames have it.
        package internal(set) var frameCount = 0
        /// How long those frames last, in seconds.
        package internal(set) var secondsInView = 0.0
    }

    /// A stretch of which nothing is known.
    package struct Gap: Sendable, Hashable {
        /// Where it begins, on the time line of the movie.
        package let start: MediaTime
        /// How long it lasts.
        package let duration: MediaTime
    }

    /// The identifier of the track.
    package let trackID: UInt32
    /// The identifier of the video track that it describes; `nil` without one.
    package let videoTrackID: UInt32?
    /// All frames.
    package private(set) var frameCount = 0
    /// Frames that a detector looked at.
    package private(set) var analysedCount = 0
    /// Frames that none looked at, by the reason's name.
    package private(set) var notAnalysedCounts: [String: Int] = [:]
    /// Frames whose samples make no sense; they count as not analyzed too.
    package private(set) var unreadableCount = 0
    /// Faces that are wrong, at least: see ``FaceTrackReader/Frame/wrongFaceCount``.
    package private(set) var wrongFaceCount = 0
    /// Stretches of which nothing is known, the first thousand.
    package private(set) var gaps: [Gap] = []
    /// How many such stretches there are.
    package private(set) var gapCount = 0
    /// The most faces in one frame.
    package private(set) var maximumFaceCount = 0
    /// The faces of all frames added up.
    package private(set) var totalFaceCount = 0
    /// The faces in the order in which they appeared, the first ten thousand.
    package private(set) var faces: [Face] = []
    /// What ended the frames early.
    package private(set) var damage: FacecapError?
    /// What users should know: the damage, or what is wrong in samples; `nil` for nothing.
    package private(set) var warning: FacecapError?

    private static let gapLimit = 1000
    private static let faceLimit = 10_000
    private static let reasonLimit = 100

    /// Walks all frames of a face track.
    package init(_ reader: FaceTrackReader) {
        var bytes = MetadataSampleReader(of: reader.movie)
        self.init(reader, &bytes)
    }

    /// Walks all frames of a face track; `bytes` is that of all tracks of the movie.
    init(_ reader: FaceTrackReader, _ bytes: inout MetadataSampleReader) {
        trackID = reader.track.id
        videoTrackID = reader.video?.id
        var cursor = FaceTrackReader.Cursor(reader, bytes, countsFrames: false)
        var indices: [Int: Int] = [:]
        do throws(FacecapError) {
            while let element = try cursor.next() {
                switch element {
                case .frame(let frame): add(frame, &indices)
                case .gap(let start, let duration):
                    gapCount += 1
                    if gaps.count < Self.gapLimit {
                        gaps.append(Gap(start: start, duration: duration))
                    }
                }
            }
        } catch {
            damage = error
        }
        (unreadableCount, wrongFaceCount) = (cursor.unreadableCount, cursor.wrongFaceCount)
        warning = damage ?? cursor.warning
        bytes = cursor.bytes
    }

    /// The faces of a frame on average; `nil` without frames.
    package var meanFaceCount: Double? {
        frameCount > 0 ? Double(totalFaceCount) / Double(frameCount) : nil
    }

    private mutating func add(_ frame: FaceTrackReader.Frame, _ indices: inout [Int: Int]) {
        let observation = frame.observation
        frameCount += 1
        switch observation.outcome {
        case .analysed: analysedCount += 1
        case .skipped(let reason): count(reason.description)
        case .dropped(let reason): count(reason.description)
        }
        maximumFaceCount = max(maximumFaceCount, observation.faces.count)
        totalFaceCount += observation.faces.count
        for face in observation.faces {
            if indices[face.faceID] == nil {
                guard faces.count < Self.faceLimit else { continue }
                indices[face.faceID] = faces.count
                faces.append(
                    Face(
                        id: face.faceID, first: observation.presentationTime,
                        last: observation.presentationTime))
            }
            guard let index = indices[face.faceID] else { continue }
            faces[index].last = observation.presentationTime
            faces[index].frameCount += 1
            faces[index].secondsInView += frame.duration.seconds
        }
    }

    private mutating func count(_ reason: String) {
        // A file may invent names.
        let isKnown = notAnalysedCounts[reason] != nil || notAnalysedCounts.count < Self.reasonLimit
        notAnalysedCounts[
            isKnown ? reason : FrameLedger.SkipReason.unknown.description, default: 0] += 1
    }
}
