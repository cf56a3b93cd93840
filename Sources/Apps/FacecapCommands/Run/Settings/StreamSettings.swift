// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What is written of faces.
struct StreamSettings: Sendable {
    /// Whether records go to standard output.
    var writesJSON = false
    var includesLandmarks = false
    var includesMesh = false
    var includesTruth = false
    var includesClock = true

    /// Boxes and angles alone.
    init() {}

    /// What the user's words say of the details of faces.
    init(_ details: DetailOptions) {
        includesLandmarks = details.landmarks
        includesMesh = details.meshPoints
    }

    /// What the lines of JSON hold.
    var encoderOptions: FaceStreamEncoder.Options {
        var options = FaceStreamEncoder.Options()
        options.includesClock = includesClock
        options.includesLandmarks = includesLandmarks
        options.includesMesh = includesMesh
        return options
    }
}
