// SPDX-License-Identifier: Apache-2.0
import FaceOverlay
import FaceValues

extension PreviewScene {
    /// What stands on the display beside the faces, for displays that draw letters: the recording in the
    /// top left corner, numbers and messages at the bottom, the help above them.
    var notes: [OverlayShape] {
        let metrics = LabelMetrics.font(size: size)
        let margin = FaceOverlay.unit(of: size) * 4
        let room = size.width - 2 * margin
        var (shapes, top) = recordingNote(metrics, margin, room)
        var bottom = (size.height - margin).rounded(.down)
        var lines = (showsHelp ? help : []).map { ($0, OverlayColor.black) }
        if let message { lines.append((message, .notice)) }
        // In a small window the first lines have no room.
        for (text, color) in (lines + [(status.numbers, .black)]).reversed() {
            let text = metrics.shortened(text, maximumWidth: room)
            let extent = metrics.size(of: text)
            guard bottom - extent.height >= top else { break }
            bottom -= extent.height
            guard !text.isEmpty else { continue }
            let rect = Rect(x: margin, y: bottom, width: extent.width, height: extent.height)
            shapes.append(.label(text, in: rect, color: color))
        }
        return shapes
    }

    /// A red dot and the time while it records, two bars in a pause; on black, so that they are seen on
    /// any image. The second value is where it ends below.
    private func recordingNote(
        _ metrics: LabelMetrics, _ margin: Double, _ room: Double
    ) -> ([OverlayShape], bottom: Double) {
        guard let recording = status.recordingText else { return ([], margin) }
        let sign = status.recording == .stopped ? "" : "     "
        let text = metrics.shortened(sign + recording, maximumWidth: room)
        let extent = metrics.size(of: text)
        let box = extent.height
        let rect = Rect(x: margin, y: margin, width: extent.width, height: box)
        let label = OverlayShape.label(text, in: rect, color: .black)
        let middle = Point(x: margin + box * 0.75, y: margin + box / 2)
        switch status.recording {
        case .running:
            return ([label, .dot(middle, radius: box * 0.3, color: .recording)], rect.maxY)
        case .paused:
            let bars = [-0.2, 0.2].map { x in
                OverlayShape.line(
                    [-0.2, 0.2].map { Point(x: middle.x + x * box, y: middle.y + $0 * box) },
                    isClosed: false, isDashed: false, width: box * 0.2, color: .recording)
            }
            return ([label] + bars, rect.maxY)
        case .stopped, nil: return ([label], rect.maxY)
        }
    }
}

extension [OverlayShape] {
    /// Where the labels among them are.
    var labelRects: [Rect] {
        compactMap { if case .label(_, let rect, _) = $0 { rect } else { nil } }
    }
}
