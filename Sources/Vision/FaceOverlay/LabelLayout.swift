// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// Where the labels of boxes stand: inside the image, none over another, near their boxes.
///
/// It is one rule for everything that draws labels; the pages have it in `labels.js`. The same boxes give
/// the same places. A layout that is given one frame after the other keeps each label at the side of the
/// box where it stood, until there is no room for it or a better side has room to spare.
package struct LabelLayout: Sendable, Hashable {
    /// A box that wants a label.
    package struct Item: Sendable, Hashable {
        /// Of the face; labels of lesser ones are placed first.
        package var id: Int
        /// Around the box.
        package var box: Rect
        /// Of the label's texts, the best one first.
        package var sizes: [Size]

        /// A box that wants a label.
        package init(id: Int, box: Rect, sizes: [Size]) {
            self.id = id
            self.box = box
            self.sizes = sizes
        }
    }

    /// A label that has found its place.
    package struct Placement: Sendable, Hashable {
        /// Of the item.
        package let id: Int
        /// Which of the item's sizes it is.
        package let choice: Int
        /// Its place.
        package let rect: Rect
    }

    /// Labels at most; of more boxes those with the least ids have one.
    static let limit = 128

    /// In which of its places each label stood.
    private var slots: [Int: Int] = [:]

    /// A layout that has placed nothing yet.
    package init() {}

    /// Places the labels of a frame; a box without any room has none.
    ///
    /// - Parameters:
    ///   - items: boxes that are not finite, or out of `bounds`, have no label.
    ///   - bounds: in which labels have to lie.
    ///   - obstacles: that labels must not cover.
    ///   - gap: between a box and its label.
    ///   - step: labels begin at multiples of it, where `bounds` leave room for it.
    /// - Returns: placements in the order of their ids.
    package mutating func place(
        _ items: [Item], in bounds: Rect, around obstacles: [Rect] = [], gap: Double = 0,
        step: Size = Size(width: 1, height: 1)
    ) -> [Placement] {
        let seen = items.compactMap { item -> Item? in
            let box = item.box
            guard (box.x + box.y + box.maxX + box.maxY).isFinite else { return nil }
            let visible = box.intersection(bounds)
            guard visible.width > 0, visible.height > 0 else { return nil }
            return Item(id: item.id, box: visible, sizes: item.sizes)
        }.sorted { $0.id < $1.id }.prefix(Self.limit)
        var room = LabelRoom(bounds: bounds, taken: obstacles, boxes: seen.map(\.box), step: step)
        var placements: [Placement] = []
        var newSlots: [Int: Int] = [:]
        for (index, item) in seen.enumerated() {
            guard let slot = slot(of: item, index, gap, room) else { continue }
            let rect = slot.rect(in: room)
            room.taken.append(rect)
            newSlots[item.id] = slot.number
            placements.append(Placement(id: item.id, choice: slot.choice, rect: rect))
        }
        slots = newSlots
        return placements
    }

    /// The first place that has room; one before the last place only where it has room to spare.
    private func slot(
        of item: Item, _ index: Int, _ gap: Double, _ room: LabelRoom
    ) -> LabelSlot? {
        let last = slots[item.id] ?? 0
        return (0..<LabelSlot.count(of: item)).lazy.map { LabelSlot($0, of: item, gap) }.first {
            $0.hasRoom(
                in: room, besides: index, margin: $0.number < last ? $0.size.height / 2 : 0)
        }
    }
}
