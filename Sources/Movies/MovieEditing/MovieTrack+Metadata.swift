// SPDX-License-Identifier: Apache-2.0
public import MovieReading
internal import TimedMetadata

extension MovieTrack {
    /// Whether its samples can hold faces: boxed metadata with the key of a detected face.
    public var hasFaces: Bool {
        kind == .metadata
            && sampleEntries.contains { FaceSampleDecoder(sampleEntry: $0) != nil }
    }

    /// Whether its samples can hold a client's own metadata, as a recording writes it.
    package var hasClientMetadata: Bool {
        kind == .metadata
            && sampleEntries.contains { entry in
                BoxedMetadataEntry(reading: entry)?.names.values
                    .contains(ClientMetadataKeys.continuedKey) ?? false
            }
    }

    /// Whether its samples can hold markers: boxed metadata with `ClientMetadataFormat.markerKey`.
    public var hasMarkers: Bool {
        kind == .metadata
            && sampleEntries.contains { entry in
                BoxedMetadataEntry(reading: entry)?.names.values
                    .contains(ClientMetadataFormat.markerKey) ?? false
            }
    }
}
