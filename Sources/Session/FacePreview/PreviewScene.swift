// SPDX-License-Identifier: Apache-2.0
import FaceOverlay
import FaceValues
import SystemSupport

/// What a preview shows, and what becomes of what its user does; without any screen.
struct PreviewScene {
    private struct Mark: Hashable {
        let point: Point
        let camera: Int
        let endNanoseconds: Int64
    }

    /// A message or a mark goes away after this long.
    static var noticeNanoseconds: Int64 { 3_000_000_000 }

    /// The newest frame of each camera.
    var frames: [Preview.Frame?]
    /// The display's extent in pixels.
    var size = Size(width: 1, height: 1)
    var videoGravity: VideoGravity
    var status = Preview.Status()
    /// Whether the display can fill the screen.
    var offersFullScreen = true
    /// Whether left and right change places against what the frames ask for.
    private(set) var isReversed: Bool
    private(set) var showsBoxes = true
    private(set) var showsHelp = false
    private(set) var isFullScreen = false
    private(set) var message: String?
    private var messageEndNanoseconds: Int64 = 0
    private var mark: Mark?
    /// Of the labels of each camera's faces.
    private var layouts: [LabelLayout]

    init(
        cameraCount: Int, videoGravity: VideoGravity = .resizeAspect, isReversed: Bool = false
    ) {
        self.isReversed = isReversed
        frames = Array(repeating: nil, count: max(1, cameraCount))
        layouts = frames.map { _ in LabelLayout() }
        self.videoGravity = videoGravity
    }

    /// Does what concerns the preview alone; hands back the rest.
    mutating func handle(_ input: PreviewInput, nowNanoseconds now: Int64) -> Preview.Command? {
        switch input {
        case .exposed: return nil
        case .close: return .stop
        case .click(let point): return click(at: point, now)
        case .key(let key): return press(key)
        }
    }

    private mutating func press(_ key: Character) -> Preview.Command? {
        switch key {
        case "q", PreviewInput.escape: return .stop
        case "c": return .nextCamera
        case "s": return .still
        case " " where status.recording != nil: return .togglePause
        case "r" where status.recording != nil: return .toggleRecording
        case "m": isReversed.toggle()
        case "g": videoGravity = videoGravity.next
        case "b": showsBoxes.toggle()
        case "f": isFullScreen.toggle()
        case "h", "?": showsHelp.toggle()
        default: break
        }
        return nil
    }

    private mutating func click(at point: Point, _ now: Int64) -> Preview.Command? {
        for tile in tiles where tile.rect.contains(point) {
            let device = tile.displayFromDevice.inverse.apply(point)
            guard Rect.unit.contains(device) else { return nil }
            mark = Mark(
                point: device, camera: tile.camera, endNanoseconds: now + Self.noticeNanoseconds)
            return .pointOfInterest(device, camera: tile.camera)
        }
        return nil
    }

    /// Tells the user something for a while, with what would steer a terminal written out.
    mutating func say(_ message: String, nowNanoseconds now: Int64) {
        self.message = message.printable
        messageEndNanoseconds = now + Self.noticeNanoseconds
    }

    /// Takes away what has been shown long enough; whether there was something.
    mutating func expire(nowNanoseconds now: Int64) -> Bool {
        let (hadMessage, hadMark) = (message != nil, mark != nil)
        if messageEndNanoseconds <= now { message = nil }
        if let mark, mark.endNanoseconds <= now { self.mark = nil }
        return hadMessage != (message != nil) || hadMark != (mark != nil)
    }

    /// Tiles side by side, then below each other: of four cameras two and two.
    var grid: (columns: Int, rows: Int) {
        let columns = (1...frames.count).first { $0 * $0 >= frames.count } ?? 1
        return (columns, (frames.count + columns - 1) / columns)
    }

    /// The frames in their places.
    var tiles: [PreviewTile] {
        let (columns, rows) = grid
        /// Whole pixels: nothing lies outside the display.
        func corner(_ column: Int, _ row: Int) -> Point {
            Point(
                x: (Double(column) * size.width / Double(columns)).rounded(),
                y: (Double(row) * size.height / Double(rows)).rounded())
        }
        return frames.enumerated().compactMap { index, frame in
            guard let frame else { return nil }
            let (row, column) = index.quotientAndRemainder(dividingBy: columns)
            return PreviewTile(
                camera: index, frame: frame, isReversed: isReversed, videoGravity: videoGravity,
                rect: Rect(corner: corner(column, row), corner: corner(column + 1, row + 1)))
        }
    }

    /// Whether frames leave parts of the display as they were.
    func hasGaps(between tiles: [PreviewTile]) -> Bool {
        tiles.count < grid.columns * grid.rows || !tiles.allSatisfy(\.isFilled)
    }

    /// What is drawn over a tile's frame.
    ///
    /// - Parameters:
    ///   - obstacles: that the labels of faces must not cover.
    ///   - metrics: of the labels; `nil` for those of the font.
    mutating func shapes(
        over tile: PreviewTile, around obstacles: [Rect] = [], metrics: LabelMetrics? = nil
    ) -> [OverlayShape] {
        var shapes =
            showsBoxes
            ? tile.faceShapes(
                layout: &layouts[tile.camera], around: obstacles, metrics: metrics) : []
        guard let mark, mark.camera == tile.camera else { return shapes }
        let point = tile.displayFromDevice.apply(mark.point)
        let side = FaceOverlay.unit(of: tile.rect.size) * 16
        let corners = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map { x, y in
            Point(x: point.x + x * side, y: point.y + y * side)
        }
        shapes.append(
            .line(
                corners, isClosed: true, isDashed: false,
                width: FaceOverlay.unit(of: tile.rect.size), color: .notice))
        return shapes
    }

    /// What the keys do, where they do something.
    var help: [String] {
        var lines = ["q  stop", "c  next camera", "s  take a still"]
        if status.recording != nil {
            lines += ["space  pause, go on", "r  end the recording, begin another"]
        }
        lines += ["m  mirror", "g  how the frame fills the screen", "b  boxes"]
        if offersFullScreen { lines.append("f  full screen") }
        return lines + ["h  this help", "click  focus and expose there"]
    }
}

extension VideoGravity {
    /// The one that follows, in a circle that begins with bars.
    fileprivate var next: VideoGravity {
        switch self {
        case .resizeAspect: .resizeAspectFill
        case .resizeAspectFill: .resize
        case .resize: .resizeAspect
        }
    }
}

extension OverlayColor {
    /// Of marks and messages.
    static let notice = OverlayColor(red: 255, green: 204, blue: 0)
    /// Of a recording that runs.
    static let recording = OverlayColor(red: 224, green: 32, blue: 32)
}
