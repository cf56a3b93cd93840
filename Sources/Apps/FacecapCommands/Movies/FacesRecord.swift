// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What `facecap inspect --json` writes of a face track.
struct FacesRecord: Encodable {
    let track: Int
    let videoTrack: Int?
    let frames: Int
    let analysed: Int
    let notAnalysed: [String: Int]
    let unreadable: Int
    let damagedFaces: Int
    let gapCount: Int
    let gaps: [GapRecord]
    let facesPerFrame: CountRecord
    let ids: [FaceRecord]
    let damage: String?

    init(_ faces: FaceStatistics) {
        track = Int(faces.trackID)
        videoTrack = faces.videoTrackID.map(Int.init)
        frames = faces.frameCount
        analysed = faces.analysedCount
        notAnalysed = faces.notAnalysedCounts
        unreadable = faces.unreadableCount
        damagedFaces = faces.wrongFaceCount
        gapCount = faces.gapCount
        gaps = faces.gaps.map { gap in
            GapRecord(
                start: JSONLine.microseconds(gap.start.seconds),
                duration: JSONLine.microseconds(gap.duration.seconds))
        }
        facesPerFrame = CountRecord(
            maximum: faces.maximumFaceCount, mean: faces.meanFaceCount.map(JSONLine.microseconds))
        ids = faces.faces.map { face in
            FaceRecord(
                id: face.id, first: JSONLine.microseconds(face.first.seconds),
                last: JSONLine.microseconds(face.last.seconds), frames: face.frameCount,
                inView: JSONLine.microseconds(face.secondsInView))
        }
        damage = faces.damage?.message
    }

    struct GapRecord: Encodable {
        let start: Double
        let duration: Double
    }

    struct CountRecord: Encodable {
        let maximum: Int
        let mean: Double?
    }

    struct FaceRecord: Encodable {
        let id: Int
        let first: Double
        let last: Double
        let frames: Int
        let inView: Double
    }
}
