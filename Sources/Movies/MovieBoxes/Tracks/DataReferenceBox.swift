// SPDX-License-Identifier: Apache-2.0
/// ISO/IEC 14496-12 8.7.2, Data Reference (`dref`), which alone is in a Data Information Box (8.7.1,
/// `dinf`): in which files the samples lie.
package struct DataReferenceBox: BoxCodable {
    /// One file.
    package struct Reference: Sendable, Equatable {
        let type: FourCharacterCode
        let content: ArraySlice<UInt8>

        /// Whether it is the movie's own file.
        package var isSelfContained: Bool {
            var reader = BoxReader(content)
            return (reader.readVersionAndFlags()?.flags ?? 1) & 1 != 0
        }
    }

    package private(set) var references: [Reference]
    private var versionAndFlags: UInt32 = 0
    private var count: UInt32
    private var tail: ArraySlice<UInt8> = []

    private static let limit = 1024

    /// The movie's own file: `url `, in QuickTime's form `alis`.
    package static func selfContained(isQuickTime: Bool) -> DataReferenceBox {
        DataReferenceBox(reference: isQuickTime ? "alis" : "url ")
    }

    private init(reference type: FourCharacterCode) {
        references = [Reference(type: type, content: [0, 0, 0, 1])]
        count = 1
    }

    package init(parsing box: BoxReader.Box) throws(BoxDamage) {
        var fields = BoxFields(box)
        versionAndFlags = try fields.next()
        count = try fields.next()
        references = []
        while let reference = try fields.nextChild() {
            guard references.count < Self.limit else {
                throw BoxDamage(.dref, "has more than \(Self.limit) references")
            }
            references.append(Reference(type: reference.type, content: reference.content))
        }
        tail = fields.rest
    }

    package func write(to writer: inout BoxWriter) {
        writer.box(.dref) { writer in
            writer.append(versionAndFlags)
            writer.append(count)
            for reference in references {
                writer.box(reference.type) { $0.append(contentsOf: reference.content) }
            }
            writer.append(contentsOf: tail)
        }
    }
}
