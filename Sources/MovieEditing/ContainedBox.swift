internal import MovieBoxes

/// A box within a container that is copied box by box.
struct ContainedBox {
    let type: FourCharacterCode
    /// What follows the header.
    let content: ArraySlice<UInt8>
    /// The whole box.
    let bytes: ArraySlice<UInt8>
}

extension BoxWriter {
    /// Hands each box of a container's content to `copy`; what is no box is copied as it is, such as
    /// the zeros that end a list in QuickTime.
    mutating func appendChildren(
        of content: ArraySlice<UInt8>, _ copy: (ContainedBox, inout BoxWriter) -> Void
    ) {
        var reader = BoxReader(content)
        while true {
            let start = reader.rest.startIndex
            guard let box = reader.readBox() else { break }
            let bytes = content[start..<box.content.endIndex]
            copy(ContainedBox(type: box.type, content: box.content, bytes: bytes), &self)
        }
        append(contentsOf: reader.rest)
    }

    /// A container with the same name whose boxes `copy` copies.
    mutating func appendContainer(
        _ box: ContainedBox, _ copy: (ContainedBox, inout BoxWriter) -> Void
    ) {
        self.box(box.type) { $0.appendChildren(of: box.content, copy) }
    }
}

extension ContainedBox {
    /// The boxes of a container, up to what is no box.
    static func all(in content: ArraySlice<UInt8>) -> [ContainedBox] {
        var reader = BoxReader(content)
        var boxes: [ContainedBox] = []
        while true {
            let start = reader.rest.startIndex
            guard let box = reader.readBox(), !box.isCutShort else { return boxes }
            let bytes = content[start..<box.content.endIndex]
            boxes.append(ContainedBox(type: box.type, content: box.content, bytes: bytes))
        }
    }

    /// The first box at the end of a way through containers, whose first one is in `content`.
    static func first(_ way: [FourCharacterCode], in content: ArraySlice<UInt8>) -> ContainedBox? {
        var found: ContainedBox?
        var content = content
        for type in way {
            var reader = BoxReader(content)
            repeat {
                let start = reader.rest.startIndex
                guard let box = reader.readBox() else { return nil }
                let bytes = content[start..<box.content.endIndex]
                found = ContainedBox(type: box.type, content: box.content, bytes: bytes)
            } while found?.type != type
            content = found?.content ?? []
        }
        return found
    }
}
