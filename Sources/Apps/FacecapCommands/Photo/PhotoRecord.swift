// SPDX-License-Identifier: Apache-2.0
import FaceStream
import Facecap

/// The JSON record of a photo.
enum PhotoRecord {
    /// One line. Positions are shares of the photo, origin top left.
    static func line(
        path: String, width: Int, height: Int, faces: [MetadataFaceObject], includesLandmarks: Bool,
        _ fields: (inout JSONWriter) -> Void = { _ in }
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { json in
            json.key("type")
            json.string("photo")
            json.key("path")
            json.string(path)
            fields(&json)
            json.key("width")
            json.integer(width)
            json.key("height")
            json.integer(height)
            json.key("faces")
            json.array { json in
                for face in faces {
                    json.face(face, positionDecimals: 7, includesLandmarks: includesLandmarks)
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
            includesLandmarks: scene.includesLandmarks
        ) { json in
            if let camera = scene.camera.name {
                json.key("camera")
                json.string(camera)
            }
            json.key("frame")
            json.integer(photo.observation.frame.number)
            json.key("pts")
            json.number(photo.observation.presentationTime.seconds, decimals: 6)
            if let time = photo.metadata.captureUTCNanoseconds {
                json.key("utc")
                json.string(
                    StreamClock(monotonicNanoseconds: 0, utcNanoseconds: time)
                        .utcText(monotonicNanoseconds: 0))
            }
            if let path = photo.depth?.path {
                json.key("depth_path")
                json.string(path)
            }
            if let exposure = photo.metadata.exposure { json.exposure(exposure) }
            if let identifier = photo.metadata.contentIdentifier {
                json.key("content_identifier")
                json.string(identifier)
            }
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
        key("flash")
        bool(didFlash)
    }
}
