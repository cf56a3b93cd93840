// SPDX-License-Identifier: Apache-2.0
internal import MovieBoxes

/// A key that the samples of a boxed metadata track may hold, as the sample entry declares it:
/// ISO/IEC 14496-12 12.9.4; QuickTime File Format, "Timed metadata".
struct MetadataKey: Sendable, Hashable {
    /// What kind of value a key has.
    enum DataType: Sendable, Hashable {
        /// One of the well-known types of the QuickTime File Format.
        case wellKnown(UInt32)
        /// A type with a reverse-DNS name whose values are records of fields.
        case record(String)

        /// Bytes that only the key's name explains.
        static let bytes = DataType.wellKnown(0)
        /// UTF-8 text without a NUL.
        static let text = DataType.wellKnown(1)
        /// A 32-bit float.
        static let float32 = DataType.wellKnown(23)
        /// An 8-bit number with a sign.
        static let int8 = DataType.wellKnown(65)
        /// An 8-bit number.
        static let uint8 = DataType.wellKnown(75)
        /// A 32-bit number.
        static let uint32 = DataType.wellKnown(77)
        /// A 64-bit number.
        static let uint64 = DataType.wellKnown(78)
        /// Points as pairs of 32-bit floats.
        static let polygonFloat32 = DataType.wellKnown(80)
    }

    /// What names the key in samples: 1 or more, unique within the track.
    let localID: UInt32
    /// `mdta` for a key of samples, `fiel` for a field of records.
    let namespace: FourCharacterCode
    /// The reverse-DNS name.
    let name: String
    /// What its values are.
    let dataType: DataType
    /// Whether the sample entry says that values are positions in the frame (`sdpd`).
    let hasSpatialDomain: Bool

    /// A key of samples.
    static func sample(_ name: String, _ dataType: DataType, id: UInt32) -> MetadataKey {
        MetadataKey(
            localID: id, namespace: "mdta", name: name, dataType: dataType,
            hasSpatialDomain: false)
    }

    /// A field of records.
    static func field(
        _ name: String, _ dataType: DataType, id: UInt32, hasSpatialDomain: Bool = false
    ) -> MetadataKey {
        MetadataKey(
            localID: id, namespace: "fiel", name: name, dataType: dataType,
            hasSpatialDomain: hasSpatialDomain)
    }

    func write(to writer: inout BoxWriter) {
        writer.sized { writer in
            writer.append(localID)
            writer.box("keyd") { writer in
                writer.append(namespace)
                writer.append(name)
            }
            switch dataType {
            case .wellKnown(let code): Self.writeDataType(code, to: &writer)
            case .record(let name):
                writer.box("dtyp") { writer in
                    writer.append(UInt32(1))
                    writer.append(name)
                }
                // What the record conforms to: a list of fields.
                writer.box("ctps") { Self.writeDataType(69, to: &$0) }
            }
            if hasSpatialDomain {
                writer.box("sdpd") { $0.box("sdpi") { $0.append(UInt32(0)) } }
            }
        }
    }

    private static func writeDataType(_ code: UInt32, to writer: inout BoxWriter) {
        writer.box("dtyp") { writer in
            writer.append(UInt32(0))
            writer.append(code)
        }
    }
}
