// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// Tells of each observed face how good a photo of it a frame would make; used by one thread, for the
/// analyzed frames in their order.
struct CaptureQualityMeter {
    /// A face seen longer ago than this has no known motion.
    private static var maximumStep: Double { 1 }

    /// Where the faces of the frame before were, and when.
    private var centers: [Int: Point] = [:]
    private var seconds = 0.0

    /// Sets the quality of the observed ones of `faces` by their samplings; their positions are pixels of an image
    /// of that size.
    mutating func measure(
        _ faces: inout [MetadataFaceObject], imageSize size: Size, at time: MediaTime
    ) {
        let (last, step) = (centers, time.seconds - seconds)
        centers.removeAll(keepingCapacity: true)
        seconds = time.seconds
        for index in faces.indices where faces[index].state == .observed {
            let face = faces[index]
            let speed = last[face.faceID].flatMap { Self.speed(of: face, from: $0, seconds: step) }
            centers[face.faceID] = face.bounds.center
            faces[index].sampling = nil
            guard let sample = face.sampling else { continue }
            faces[index].captureQuality =
                CaptureQuality(of: face, sample, imageSize: size, speed: speed).value
        }
    }

    /// In widths of the face a second; `nil` when unknown.
    private static func speed(
        of face: MetadataFaceObject, from last: Point, seconds: Double
    ) -> Double? {
        guard seconds > 0, seconds <= maximumStep, face.bounds.width > 0 else { return nil }
        return face.bounds.center.distance(to: last) / face.bounds.width / seconds
    }
}
