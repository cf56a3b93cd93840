// SPDX-License-Identifier: Apache-2.0
public import MovieReading
internal import TimedMetadata

/// What a track's sample entries say, whatever handler it names: what is to be left out must not stay for the sake of that.
extension MovieTrack {
    /// Whether its samples can hold faces: boxed metadata with the key of a detected face.
    public var hasFaces: Bool {
        sampleEntries.contains { FaceSampleDecoder(sampleEntry: $0) != nil }
    }

    /// Whether its samples can hold the landmarks of faces.
    package var hasLandmarks: Bool {
        sampleEntries.contains { FaceSampleDecoder(sampleEntry: $0)?.readsLandmarks ?? false }
    }

    /// Whether its samples can hold a client's own metadata, as a recording writes it.
    package var hasClientMetadata: Bool { hasKey(ClientMetadataKeys.continuedKey) }

    /// Whether its samples can hold markers: boxed metadata with `ClientMetadataFormat.markerKey`.
    public var hasMarkers: Bool { hasKey(ClientMetadataFormat.markerKey) }

    /// Whether it is a track of timed metadata of any kind.
    package var hasTimedMetadata: Bool {
        kind == .metadata || sampleEntries.contains { BoxedMetadataEntry(reading: $0) != nil }
    }

    private func hasKey(_ key: String) -> Bool {
        sampleEntries.contains { entry in
            BoxedMetadataEntry(reading: entry)?.names.values.contains(key) ?? false
        }
    }
}
