// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// CVAT for video 1.1: one track a face, one box a frame; see "XML annotation format" in CVAT's
/// manual.
///
/// The boxes wait for the end, 48 bytes each, as the file is ordered by tracks and not by frames.
struct CVATExporter: FaceExporter {
    /// One face of one frame, in pixels.
    private struct Box {
        let frame: FrameID
        let bounds: Rect
        let confidence: Float?
        let state: MetadataFaceObject.State
    }

    private let info: FaceExportFormat.Info
    private var boxes: [Int: [Box]] = [:]
    private var frameCount: Int

    init(_ info: FaceExportFormat.Info) {
        self.info = info
        frameCount = info.frameCount ?? 0
    }

    mutating func begin() -> [UInt8] { [] }

    mutating func append(
        _ observation: FaceObservation, displayedFromStored: CoordinateTransform
    ) -> [UInt8] {
        frameCount = max(frameCount, observation.frame.ordinal)
        for face in observation.faces {
            guard let bounds = info.pixelBox(of: displayedFromStored.apply(face)) else { continue }
            let box = Box(
                frame: observation.frame, bounds: bounds,
                confidence: face.confidence.map(Float.init),
                state: face.state)
            boxes[face.faceID, default: []].append(box)
        }
        return []
    }

    mutating func finish(reason: String) -> [UInt8] {
        var xml = XMLWriter()
        xml.element("annotations") { xml in
            xml.element("version", text: "1.1")
            xml.element("meta") { xml in xml.element("task", content: task) }
            for (faceID, boxes) in boxes.sorted(by: { $0.key < $1.key }) {
                let attributes = [
                    ("id", String(faceID)), ("label", "face"), ("source", "auto"),
                ]
                xml.element("track", attributes) { xml in track(boxes, faceID: faceID, to: &xml) }
            }
        }
        boxes = [:]
        return xml.bytes
    }

    private func task(_ xml: inout XMLWriter) {
        xml.element("name", text: info.sourceName)
        xml.element("size", text: String(frameCount))
        xml.element("mode", text: "interpolation")
        xml.element("overlap", text: "0")
        xml.element("start_frame", text: "0")
        xml.element("stop_frame", text: String(max(0, frameCount - 1)))
        xml.element("frame_filter", text: "")
        xml.element("z_order", text: "False")
        xml.element("labels") { xml in
            xml.element("label") { xml in
                xml.element("name", text: "face")
                xml.element("type", text: "rectangle")
                xml.element("attributes") { xml in
                    let states: [MetadataFaceObject.State] = [.observed, .predicted, .held]
                    attribute("face_id", isMutable: false, to: &xml)
                    attribute("confidence", to: &xml)
                    attribute("state", values: states.map(\.rawValue), to: &xml)
                }
            }
        }
        xml.element("original_size") { xml in
            xml.element("width", text: String(Int(info.videoSize.width)))
            xml.element("height", text: String(Int(info.videoSize.height)))
        }
    }

    /// A choice of `values`, or any text where there are none.
    private func attribute(
        _ name: String, isMutable: Bool = true, values: [String] = [], to xml: inout XMLWriter
    ) {
        xml.element("attribute") { xml in
            xml.element("name", text: name)
            xml.element("mutable", text: isMutable ? "True" : "False")
            xml.element("input_type", text: values.isEmpty ? "text" : "select")
            xml.element("default_value", text: values.first ?? "")
            xml.element("values", text: values.joined(separator: "\n"))
        }
    }

    /// A face is shown until a box says that it is outside, so one follows wherever the face is not
    /// in the next frame; after the last frame of the task, which CVAT would refuse, none is needed.
    private func track(_ boxes: [Box], faceID: Int, to xml: inout XMLWriter) {
        var open: Box?
        for box in boxes {
            if let open {
                // CVAT refuses a track that has two boxes in a frame, or goes back.
                guard open.frame < box.frame else { continue }
                if open.frame.ordinal < box.frame.number {
                    element(open, frame: open.frame.ordinal, isOutside: true, faceID, to: &xml)
                }
            }
            element(box, frame: box.frame.number, isOutside: false, faceID, to: &xml)
            open = box
        }
        if let open, open.frame.ordinal < frameCount {
            element(open, frame: open.frame.ordinal, isOutside: true, faceID, to: &xml)
        }
    }

    private func element(
        _ box: Box, frame: Int, isOutside: Bool, _ faceID: Int, to xml: inout XMLWriter
    ) {
        let attributes = [
            ("frame", String(frame)), ("outside", isOutside ? "1" : "0"),
            ("occluded", box.state == .observed ? "0" : "1"), ("keyframe", "1"),
            ("xtl", Self.text(box.bounds.x, decimals: 2)),
            ("ytl", Self.text(box.bounds.y, decimals: 2)),
            ("xbr", Self.text(box.bounds.maxX, decimals: 2)),
            ("ybr", Self.text(box.bounds.maxY, decimals: 2)), ("z_order", "0"),
        ]
        xml.element("box", attributes) { xml in
            xml.element("attribute", [("name", "face_id")], text: String(faceID))
            if let confidence = box.confidence, confidence.isFinite {
                let text = Self.text(Double(confidence), decimals: 4)
                xml.element("attribute", [("name", "confidence")], text: text)
            }
            xml.element("attribute", [("name", "state")], text: box.state.rawValue)
        }
    }

    private static func text(_ value: Double, decimals: Int) -> String {
        FixedDecimal(value, decimals: decimals)?.text ?? "\(value)"
    }
}
