import FaceOverlay
import FaceValues

extension PreviewScene {
    /// What stands on the display beside the faces, for displays that draw letters: the recording in the
    /// top left corner, numbers and messages at the bottom, the help above them.
    var notes: [OverlayShape] {
        let unit = FaceOverlay.unit(of: size)
        let height = unit * 8
        let line = ShapeRaster.boxHeight(ofLabel: height)
        let margin = unit * 4
        var shapes = recordingNote(height: height, margin: margin)
        var lines = showsHelp ? help : []
        if let message { lines.append(message) }
        var bottom = size.height - margin
        shapes.append(
            .label(
                status.numbers, at: Point(x: margin, y: bottom), height: height, color: .black))
        // In a small window the first lines have no room.
        for text in lines.reversed() where bottom >= 2 * line {
            bottom -= line
            shapes.append(
                .label(
                    text, at: Point(x: margin, y: bottom), height: height,
                    color: text == message ? .notice : .black))
        }
        return shapes
    }

    /// A red dot and the time while it records, two bars in a pause; on black, so that they are seen on
    /// any picture.
    private func recordingNote(height: Double, margin: Double) -> [OverlayShape] {
        guard let text = status.recordingText else { return [] }
        let box = ShapeRaster.boxHeight(ofLabel: height)
        let label = OverlayShape.label(
            "   " + text, at: Point(x: margin, y: margin + box), height: height, color: .black)
        let middle = Point(x: margin + box, y: margin + box / 2)
        switch status.recording {
        case .running:
            return [label, .dot(middle, radius: box * 0.3, color: .recording)]
        case .paused:
            let bars = [-0.2, 0.2].map { x in
                OverlayShape.line(
                    [-0.2, 0.2].map { Point(x: middle.x + x * box, y: middle.y + $0 * box) },
                    isClosed: false, isDashed: false, width: box * 0.2, color: .recording)
            }
            return [label] + bars
        case .stopped, nil: return [label]
        }
    }
}
