// SPDX-License-Identifier: Apache-2.0
/// The first box of each wanted kind in a container.
package struct BoxChildren {
    private let container: FourCharacterCode
    private var found: [FourCharacterCode: BoxReader.Box] = [:]

    /// Looks through a container once.
    package init(of container: BoxReader.Box, _ wanted: Set<FourCharacterCode>) throws(BoxDamage) {
        try self.init(of: container.type, content: container.content, wanted)
    }

    /// Looks once through the content of a container.
    package init(
        of container: FourCharacterCode, content: ArraySlice<UInt8>,
        _ wanted: Set<FourCharacterCode>
    ) throws(BoxDamage) {
        self.container = container
        var fields = BoxFields(container, content: content)
        while let child = try fields.nextChild() {
            if wanted.contains(child.type), found[child.type] == nil { found[child.type] = child }
        }
    }

    /// A box, where there is one.
    package subscript(_ type: FourCharacterCode) -> BoxReader.Box? { found[type] }

    /// The first box of a kind within one of the container's, where there are both.
    package func box(
        _ outer: FourCharacterCode, _ inner: FourCharacterCode
    ) throws(BoxDamage) -> BoxReader.Box? {
        guard let outer = found[outer] else { return nil }
        return try BoxChildren(of: outer, [inner])[inner]
    }

    /// A box that has to be there.
    package func required(_ type: FourCharacterCode) throws(BoxDamage) -> BoxReader.Box {
        guard let box = found[type] else { throw BoxDamage(container, "has no \(type) box") }
        return box
    }
}
