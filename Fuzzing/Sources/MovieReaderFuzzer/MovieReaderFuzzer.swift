import MovieReading
import TimedMetadata

/// Reads a movie made of the fuzzer's bytes as far as it goes: https://llvm.org/docs/LibFuzzer.html.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMovieReader(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let reader = try? MovieReader(MovieMemoryBytes(bytes)) else { return 0 }
    _ = reader.metadata.map(\.text)
    for track in reader.tracks {
        _ = (track.kind, track.orientation)
        precondition(track.box.lowerBound >= 0 && track.box.upperBound <= reader.moov.count)
        // Samples may overlap: without a limit all of their bytes could be the square of the file's.
        var budget = 1 << 20
        readAll(reader.samples(of: track), of: track, in: reader, budget: &budget)
    }
    var budget = 1 << 20
    var fragments = reader.fragments()
    while let fragment = try? fragments.next() {
        precondition(fragment.moof.end <= fragment.end && fragment.end <= bytes.count)
        for track in fragment.tracks {
            readAll(fragment.samples(of: track), of: track, in: reader, budget: &budget)
        }
    }
    return 0
}

/// Checks what ``MovieSample`` promises, and hands each sample's bytes to whoever decodes them.
private func readAll(
    _ samples: MovieSample.Cursor, of track: MovieTrack, in reader: MovieReader, budget: inout Int
) {
    var cursor = samples
    while let sample = try? cursor.next() {
        precondition(sample.byteCount >= 0 && sample.offset >= 0)
        precondition(track.sampleEntries.indices.contains(sample.descriptionIndex))
        _ = track.presentationTime(ofMediaTime: sample.presentationMediaTime)
        guard sample.byteCount <= budget else { continue }
        budget -= sample.byteCount
        guard let bytes = try? reader.readBytes(of: sample) else {
            preconditionFailure("A sample that was promised cannot be read.")
        }
        decode(bytes, of: track, entry: track.sampleEntries[sample.descriptionIndex])
    }
}

/// Hands a sample to the decoders of timed metadata.
private func decode(_ bytes: [UInt8], of track: MovieTrack, entry: [UInt8]) {
    guard track.kind == .metadata else { return }
    if let faces = FaceSampleDecoder(sampleEntry: entry) { _ = faces.decode(bytes) }
    if let keys = BoxedMetadataEntry(reading: entry) {
        _ = ClientMetadataFormat.decode(bytes, entry: keys)
    }
}
