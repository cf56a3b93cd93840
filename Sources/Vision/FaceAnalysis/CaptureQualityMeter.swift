// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// Tells of each observed face how good a photo of it a frame would make; used by one thread, for the
/// analyzed frames in their order.
struct CaptureQualityMeter {
    private struct Sighting {
        let faceID: Int
        let center: Point
        let seconds: Double
    }

    /// A face seen longer ago than this has no known motion.
    private static var maximumStep: Double { 1 }

    private var sightings: [Sighting] = []

    /// Sets the quality of the observed ones of `faces` by their samplings; their positions are pixels of an image
    /// of that size.
    mutating func measure(
        _ faces: inout [MetadataFaceObject], imageSize size: Size, at time: MediaTime
    ) {
        let last = sightings
        sightings.removeAll(keepingCapacity: true)
        for index in faces.indices where faces[index].state == .observed {
            let face = faces[index]
            let speed = last.first { $0.faceID == face.faceID }
                .flatMap { Self.speed(of: face, since: $0, seconds: time.seconds) }
            sightings.append(
                Sighting(
                    faceID: face.faceID, center: face.bounds.center, seconds: time.seconds))
            faces[index].sampling = nil
            guard let sample = face.sampling else { continue }
            faces[index].captureQuality =
                CaptureQuality(of: face, sample, imageSize: size, speed: speed).value
        }
    }

    /// In widths of the face a second; `nil` when unknown.
    private static func speed(
        of face: MetadataFaceObject, since last: Sighting, seconds: Double
    ) -> Double? {
        let step = seconds - last.seconds
        guard step > 0, step <= maximumStep, face.bounds.width > 0 else { return nil }
        let (dx, dy) = (
            face.bounds.center.x - last.center.x, face.bounds.center.y - last.center.y
        )
        return (dx * dx + dy * dy).squareRoot() / face.bounds.width / step
    }
}
