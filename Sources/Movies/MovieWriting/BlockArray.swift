// SPDX-License-Identifier: Apache-2.0
/// A growing list in blocks of fixed capacity, so that growing neither copies what is there nor
/// leaves more than one block partly unused.
struct BlockArray<Element: Sendable & Equatable>: Sendable, Equatable {
    private static var blockCapacity: Int { 1024 }
    private var blocks: [[Element]] = []

    var count: Int {
        guard let last = blocks.last else { return 0 }
        return (blocks.count - 1) * Self.blockCapacity + last.count
    }

    var isEmpty: Bool { blocks.isEmpty }

    /// The newest element.
    var last: Element? { blocks.last?.last }

    mutating func append(_ element: Element) {
        if blocks.isEmpty || blocks[blocks.count - 1].count == Self.blockCapacity {
            blocks.append([])
            blocks[blocks.count - 1].reserveCapacity(Self.blockCapacity)
        }
        blocks[blocks.count - 1].append(element)
    }

    /// Changes the newest element, where there is one.
    mutating func changeLast(_ body: (inout Element) -> Void) {
        guard let block = blocks.indices.last, let index = blocks[block].indices.last else {
            return
        }
        body(&blocks[block][index])
    }

    func forEach(_ body: (Element) -> Void) {
        for block in blocks { for element in block { body(element) } }
    }

    /// Bytes of memory that it holds.
    var allocatedByteCount: Int {
        blocks.reduce(blocks.capacity * MemoryLayout<[Element]>.stride) {
            $0 + $1.capacity * MemoryLayout<Element>.stride
        }
    }
}
