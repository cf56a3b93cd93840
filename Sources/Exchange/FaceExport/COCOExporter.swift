// SPDX-License-Identifier: Apache-2.0
internal import FaceStream
internal import FaceValues

/// A COCO data set: the frames as images of one video, the observed faces as annotations.
///
/// Annotations are written as they come; the images wait for the end, 24 bytes each.
struct COCOExporter: FaceExporter {
    private struct Image {
        let frame: FrameID
        let time: MediaTime
        let isAnalysed: Bool
    }

    private let info: FaceExportFormat.Info
    private var images: [Image] = []
    private var annotationCount = 0

    init(_ info: FaceExportFormat.Info) { self.info = info }

    mutating func begin() -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.object("info") { json in
                json.member("description", "faces of \(info.sourceName)")
                json.member("version", info.version)
            }
            json.array("licenses") { _ in }
            json.array("categories") { json in json.object(category) }
            json.array("videos") { json in json.object(video) }
        }
        // The object stays open for the two lists that follow.
        return json.bytes.dropLast() + Array(",\n\"annotations\":[".utf8)
    }

    mutating func append(
        _ observation: FaceObservation, displayedFromStored: CoordinateTransform
    ) -> [UInt8] {
        images.append(
            Image(
                frame: observation.frame, time: observation.presentationTime,
                isAnalysed: observation.outcome == .analysed))
        var bytes: [UInt8] = []
        for face in observation.faces where face.state == .observed {
            let face = displayedFromStored.apply(face)
            guard let box = info.pixelBox(of: face) else { continue }
            if annotationCount > 0 { bytes.append(UInt8(ascii: ",")) }
            annotationCount += 1
            var json = JSONWriter()
            json.newline()
            json.object { json in
                annotation(of: face, box: box, in: observation.frame, to: &json)
            }
            bytes += json.bytes
        }
        return bytes
    }

    mutating func finish(reason: String) -> [UInt8] {
        var bytes = Array("],\n\"images\":[".utf8)
        for (index, image) in images.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            var json = JSONWriter()
            json.newline()
            json.object { json in self.image(image, to: &json) }
            bytes += json.bytes
        }
        images = []
        return bytes + Array("]}\n".utf8)
    }

    private func category(_ json: inout JSONWriter) {
        json.member("id", 1)
        json.member("name", "face")
        json.member("supercategory", "person")
        guard info.includesLandmarks else { return }
        json.array("keypoints") { json in FaceLandmarks.names.forEach { json.string($0) } }
        json.array("skeleton") { _ in }
    }

    private func video(_ json: inout JSONWriter) {
        json.member("id", 1)
        json.member("name", info.sourceName)
        size(&json)
        guard let rate = info.usableFrameRate else { return }
        json.member("fps", rate, decimals: 6)
    }

    private func size(_ json: inout JSONWriter) {
        json.member("width", Int(info.videoSize.width))
        json.member("height", Int(info.videoSize.height))
    }

    private func image(_ image: Image, to json: inout JSONWriter) {
        json.member("id", image.frame.ordinal)
        json.member("file_name", COCOImageName.text(image.frame.number))
        size(&json)
        json.member("video_id", 1)
        json.member("frame_index", image.frame.number)
        json.member("pts", image.time.seconds, decimals: 6)
        json.member("analysed", image.isAnalysed)
    }

    private func annotation(
        of face: MetadataFaceObject, box: Rect, in frame: FrameID, to json: inout JSONWriter
    ) {
        json.member("id", annotationCount)
        json.member("image_id", frame.ordinal)
        json.member("category_id", 1)
        json.member("track_id", face.faceID)
        json.key("bbox")
        json.numbers([box.x, box.y, box.width, box.height], decimals: 2)
        json.member("area", box.area, decimals: 2)
        json.member("iscrowd", 0)
        // Readers miss the field even where there is nothing to say.
        json.array("segmentation") { _ in }
        if let confidence = face.confidence, confidence.isFinite {
            json.member("score", confidence, decimals: 4)
        }
        if info.includesLandmarks { keypoints(face.landmarks, to: &json) }
    }

    /// x, y and 2 for each point that is there; three zeros are COCO's word for one that is not.
    private func keypoints(_ landmarks: FaceLandmarks?, to json: inout JSONWriter) {
        let points = (landmarks?.points ?? []).map(info.pixels)
        let isKnown = points.map { $0.x.isFinite && $0.y.isFinite }
        json.member("num_keypoints", isKnown.count { $0 })
        json.array("keypoints") { json in
            for index in FaceLandmarks.names.indices {
                let isKnown = isKnown.indices.contains(index) && isKnown[index]
                json.number(isKnown ? points[index].x : 0, decimals: 2)
                json.number(isKnown ? points[index].y : 0, decimals: 2)
                json.integer(isKnown ? 2 : 0)
            }
        }
    }
}
