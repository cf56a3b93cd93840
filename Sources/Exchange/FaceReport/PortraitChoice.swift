// SPDX-License-Identifier: Apache-2.0
internal import FaceMovies
internal import FaceValues
internal import MovieReading

/// Finds the frame of each face that shows it best and costs least to decode.
struct PortraitChoice {
    /// A moment, and where the face is then in the normalized stored image.
    struct Portrait {
        let time: MediaTime
        let bounds: Rect
        fileprivate let score: Double
    }

    /// By the id of the face.
    private(set) var portraits: [Int: Portrait] = [:]
    /// Microseconds at which decoding can begin.
    private let keyTimes: Set<Int64>

    /// Reads where decoding can begin; a damaged table of samples ends that early.
    init(_ reader: FaceTrackReader) {
        var times: Set<Int64> = []
        if let video = reader.video {
            var samples = reader.movie.samples(of: video)
            while let sample = try? samples.next() {
                guard sample.isSync,
                    let time = video.presentationTime(ofMediaTime: sample.presentationMediaTime)
                else { continue }
                times.insert(Self.microseconds(time))
            }
        }
        keyTimes = times
    }

    /// Takes a frame into account.
    mutating func add(_ observation: FaceObservation) {
        let isKey = keyTimes.contains(Self.microseconds(observation.presentationTime))
        for face in observation.faces where face.state == .observed {
            let score = Self.score(face) + (isKey ? 10 : 0)
            if let best = portraits[face.faceID], best.score >= score { continue }
            portraits[face.faceID] = Portrait(
                time: observation.presentationTime, bounds: face.bounds, score: score)
        }
    }

    /// 0...3: large, sure, and looking ahead.
    private static func score(_ face: MetadataFaceObject) -> Double {
        let area = face.bounds.intersection(.unit).area
        let confidence = face.confidence ?? 0
        guard area.isFinite, confidence.isFinite else { return 0 }
        let turn = min(abs(face.yawAngle ?? 45), 90) / 90
        return min(1, area * 10) + min(max(0, confidence), 1) + (1 - turn)
    }

    private static func microseconds(_ time: MediaTime) -> Int64 {
        Int64(exactly: (time.seconds * 1e6).rounded()) ?? .min
    }
}
