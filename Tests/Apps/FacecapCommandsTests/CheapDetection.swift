// SPDX-License-Identifier: Apache-2.0
/// Detection that needs no model and little time, for tests that are not about how faces are found: `haar`
/// takes sixty milliseconds for a face at the size at which it looks by itself.
enum CheapDetection {
    /// Finds faces that are at least a third of the image high.
    static let ofOneFace = ["--detector", "haar", "--input-size", "96"]

    /// Finds faces that are at least a quarter of the image high.
    static let ofTwoFaces = ["--detector", "haar", "--input-size", "128"]

    /// Looks at all pixels of a video of 160x120, whose face track then tells of no limits.
    static let ofSmallVideo = ["--detector", "haar", "--input-size", "160"]

    /// Looks into a corner in which nobody is: all frames are analysed, and no face is found.
    static let ofNobody = ofOneFace + TestRecording.corner
}
