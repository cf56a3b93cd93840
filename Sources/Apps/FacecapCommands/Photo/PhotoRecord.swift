// SPDX-License-Identifier: Apache-2.0
import FaceStream
import Facecap

/// The JSON record of a photo.
enum PhotoRecord {
    /// One line. Positions are shares of the photo, origin top left.
    static func line(
        path: String, width: Int, height: Int, faces: [MetadataFaceObject],
        includesLandmarks: Bool, includesMesh: Bool, _ fields: (inout JSONWriter) -> Void = { _ in }
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { json in
            json.member("type", "photo")
            json.member("path", path)
            fields(&json)
            json.member("width", width)
            json.member("height", height)
            json.key("faces")
            json.array { json in
                for face in faces {
                    json.face(
                        face, positionDecimals: 7, includesLandmarks: includesLandmarks,
                        includesMesh: includesMesh)
                }
            }
        }
        writer.newline()
        return writer.bytes
    }

    /// The line of a photo that has been taken.
    static func line(_ photo: CapturePhoto, of scene: RunScene) -> [UInt8] {
        line(
            path: photo.path ?? "", width: photo.width, height: photo.height, faces: photo.faces,
            includesLandmarks: scene.includesLandmarks, includesMesh: scene.includesMesh
        ) { json in
            json.member("camera", scene.camera.name)
            json.member("frame", photo.observation.frame.number)
            json.member("pts", photo.observation.presentationTime.seconds, decimals: 6)
            if let time = photo.metadata.captureUTCNanoseconds {
                json.member(
                    "utc",
                    StreamClock(monotonicNanoseconds: 0, utcNanoseconds: time)
                        .utcText(monotonicNanoseconds: 0))
            }
            json.member("depth_path", photo.depth?.path)
            if let exposure = photo.metadata.exposure { json.exposure(exposure) }
            json.member("content_identifier", photo.metadata.contentIdentifier)
        }
    }
}

extension JSONWriter {
    /// The members of an exposure that are known.
    fileprivate mutating func exposure(_ exposure: CapturePhoto.Exposure) {
        let numbers = [
            ("exposure_time", exposure.duration, 6), ("iso", exposure.iso, 0),
            ("exposure_bias", exposure.targetBias, 3),
        ]
        for case (let name, let number?, let decimals) in numbers {
            key(name)
            self.number(number, decimals: decimals)
        }
        guard let didFlash = exposure.didFlash else { return }
        member("flash", didFlash)
    }
}
