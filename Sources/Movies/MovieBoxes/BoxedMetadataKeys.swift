// SPDX-License-Identifier: Apache-2.0
/// The keys in the sample entry of boxed metadata (`mebx`, ISO/IEC 14496-12 12.9.4).
package enum BoxedMetadataKeys {
    /// Writes a key that no sample uses, which is as long as asked for: room for keys to come.
    ///
    /// - Parameter byteCount: 8 or more.
    package static func writeUnused(byteCount: Int, to writer: inout BoxWriter) {
        writer.append(UInt32(clamping: byteCount))
        writer.append(UInt32(0))
        writer.appendZeros(byteCount - 8)
    }

    /// The same sample entry without keys that no sample uses; what is no `mebx` box stays as it is.
    package static func removingUnused(from entry: [UInt8]) -> [UInt8] {
        var outer = BoxReader(entry)
        guard let box = outer.readBox(), box.type == "mebx", !box.isCutShort, outer.isAtEnd else {
            return entry
        }
        var hasUnused = false
        var writer = BoxWriter()
        writer.box("mebx") { writer in
            writer.append(contentsOf: box.content.prefix(8))
            writer.appendBoxes(in: box.content.dropFirst(8)) { child, writer in
                guard child.type == "keys" else {
                    return writer.append(contentsOf: child.sized)
                }
                writer.appendContainer(child) { key, writer in
                    if key.type.rawValue == 0 {
                        hasUnused = true
                    } else {
                        writer.append(contentsOf: key.sized)
                    }
                }
            }
        }
        return hasUnused ? writer.bytes : entry
    }
}
