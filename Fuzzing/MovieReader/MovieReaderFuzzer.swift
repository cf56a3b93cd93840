// SPDX-License-Identifier: Apache-2.0
import FaceMovies
import MovieBoxes
import MovieReading

/// Samples overlap where a file says so: without limits all of their bytes could be the square of the file's.
private let byteBudget = 1 << 20
private let sampleBudget = 256

/// Reads a movie made of the fuzzer's bytes as far as it goes: https://llvm.org/docs/LibFuzzer.html.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMovieReader(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let reader = try? MovieReader(bytes: bytes) else { return 0 }
    _ = reader.metadata.map(\.text)
    for track in reader.tracks {
        _ = (track.kind, track.orientation)
        precondition(track.box.lowerBound >= 0 && track.box.upperBound <= reader.moov.count)
        var budget = byteBudget
        readAll(reader.samples(of: track), of: track, in: reader, budget: &budget)
    }
    var budget = byteBudget
    var fragments = reader.fragments()
    while let fragment = try? fragments.next() {
        precondition(fragment.moof.end <= fragment.end && fragment.end <= bytes.count)
        for track in fragment.tracks {
            readAll(fragment.samples(of: track), of: track, in: reader, budget: &budget)
        }
    }
    readMetadata(of: reader)
    return 0
}

/// Checks what ``MovieSample`` promises, and reads each sample's bytes.
private func readAll(
    _ samples: MovieSample.Cursor, of track: MovieTrack, in reader: MovieReader,
    budget: inout Int
) {
    var cursor = samples
    while let sample = try? cursor.next() {
        precondition(sample.byteCount >= 0 && sample.offset >= 0)
        precondition(track.sampleEntries.indices.contains(sample.descriptionIndex))
        _ = track.presentationTime(ofMediaTime: sample.presentationMediaTime)
        guard sample.byteCount <= budget else { continue }
        budget -= sample.byteCount
        guard (try? reader.readBytes(of: sample)) != nil else {
            preconditionFailure("A sample that was promised cannot be read.")
        }
    }
}

/// Decodes the faces of the face tracks, and the texts of the others.
private func readMetadata(of reader: MovieReader) {
    for index in FaceTrackReader.tracks(of: reader).indices {
        guard var frames = try? FaceTrackReader(reader, index: index).frames() else { continue }
        for _ in 0..<sampleBudget { guard (try? frames.next()) != nil else { break } }
    }
    var metadata = TimedMetadataReader(reader)
    while let value = try? metadata.next() { _ = value }
    var markers = MarkerReader(reader)
    for _ in 0..<sampleBudget { guard (try? markers.next()) != nil else { break } }
}
