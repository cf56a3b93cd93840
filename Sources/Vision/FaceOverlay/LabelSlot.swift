// SPDX-License-Identifier: Apache-2.0
import FaceValues

/// One of the places where a label can stand.
///
/// First come the places that cover no face, for each of the label's texts, and then the same that may:
/// above the box at its left and right edge, below it, to its right and left, inside of it at the bottom
/// and at the top, and farther above and below.
struct LabelSlot {
    private static let sideCount = 14
    private static let sidesInside = 6...7

    /// Less than ``count(of:)``; 0 is the best place.
    let number: Int
    /// Which of the item's sizes it has.
    let choice: Int
    let size: Size
    private let avoidsBoxes: Bool
    private let side: Int
    private let box: Rect
    private let gap: Double

    static func count(of item: LabelLayout.Item) -> Int { 2 * item.sizes.count * sideCount }

    init(_ number: Int, of item: LabelLayout.Item, _ gap: Double) {
        self.number = number
        let pass = number / Self.sideCount
        choice = pass % item.sizes.count
        avoidsBoxes = pass < item.sizes.count
        side = number % Self.sideCount
        size = item.sizes[choice]
        box = item.box
        self.gap = gap
    }

    func hasRoom(in room: LabelRoom, besides own: Int, margin: Double) -> Bool {
        let isInside = Self.sidesInside.contains(side)
        if avoidsBoxes, isInside { return false }
        let rect = rect(in: room)
        guard room.isFree(rect, margin: isInside ? 0 : margin) else { return false }
        return !avoidsBoxes || room.coversNoBox(rect, besides: own, margin: margin)
    }

    func rect(in room: LabelRoom) -> Rect {
        let (width, height) = (size.width, size.height)
        let x =
            switch side {
            case 1, 3: room.column(box.maxX - width, width: width)
            case 4: ((box.maxX + gap) / room.step.width).rounded(.up) * room.step.width
            case 5: ((box.x - gap - width) / room.step.width).rounded(.down) * room.step.width
            default: room.column(box.x, width: width)
            }
        let y =
            switch side {
            case 0, 1: room.row(box.y - gap - height)
            case 2, 3: below(0, room)
            case 4, 5, 7: room.rowInside(box.y, height: height)
            case 6: room.rowInside(box.maxY - height, height: height)
            case 8...10: room.row(box.y - gap - height * Double(side - 6))
            default: below(Double(side - 10), room)
            }
        return Rect(x: x, y: y, width: width, height: height)
    }

    private func below(_ count: Double, _ room: LabelRoom) -> Double {
        let y = box.maxY + gap + size.height * count
        return (y / room.step.height).rounded(.up) * room.step.height
    }
}
