// SPDX-License-Identifier: Apache-2.0
import FaceMovies
import FaceValues

/// What the face track of a recording holds.
enum RecordedFaces {
    /// What the movie at a path says of each of its frames.
    static func observations(in path: String) throws -> [FaceObservation] {
        var frames = try FaceTrackReader(path: path).frames()
        var observations: [FaceObservation] = []
        while let observation = try frames.nextObservation() { observations.append(observation) }
        return observations
    }

    /// The times of the frames whose faces it holds, in seconds.
    static func times(in path: String) throws -> [Double] {
        try observations(in: path).map(\.presentationTime.seconds)
    }

    /// The numbers of the frames whose faces it holds.
    static func frameNumbers(in path: String) throws -> [Int] {
        try observations(in: path).map(\.frame.number)
    }
}
