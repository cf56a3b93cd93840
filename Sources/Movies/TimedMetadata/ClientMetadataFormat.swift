// SPDX-License-Identifier: Apache-2.0
internal import MovieBoxes

/// A track of texts under keys that the user chooses, such as markers: boxed metadata with UTF-8
/// values (ISO/IEC 14496-12 12.9.4).
package struct ClientMetadataFormat: Sendable, Hashable {
    /// The key of a marker.
    package static let markerKey = "org.facecap.marker"
    /// The key of a stretch in which no frames came: its length in seconds, a space, and why.
    package static let gapKey = "org.facecap.gap"

    /// The reverse-DNS names that samples may use.
    package let keys: [String]

    /// A track with these keys; by default it has markers and gaps.
    package init(keys: [String] = [markerKey, gapKey]) { self.keys = keys }

    /// The whole `mebx` box of the track.
    package var sampleEntry: [UInt8] {
        BoxedMetadataEntry.bytes(
            keys: keys.enumerated().map { index, key in
                .sample(key, .text, id: UInt32(clamping: index + 1))
            })
    }

    /// A sample with texts under keys of the format; other keys are left out.
    package func encode(_ values: [(key: String, text: String)]) -> [UInt8] {
        var writer = BoxWriter()
        for (key, text) in values {
            guard let index = keys.firstIndex(of: key) else { continue }
            writer.sized { writer in
                writer.append(UInt32(clamping: index + 1))
                writer.append(text)
            }
        }
        return writer.bytes.isEmpty ? FaceSampleEncoder.gap : writer.bytes
    }

    /// The texts of a sample of a track with this sample entry, in their order; values of other types
    /// are left out.
    package static func decode(
        _ sample: [UInt8], entry: BoxedMetadataEntry
    ) -> [(key: String, text: String)] {
        var reader = BoxReader(sample)
        var values: [(key: String, text: String)] = []
        while let item = reader.readBox() {
            let id = item.type.rawValue
            guard entry.textIDs.contains(id), let key = entry.names[id] else { continue }
            values.append((key, String(decoding: item.content, as: UTF8.self)))
        }
        return values
    }
}
