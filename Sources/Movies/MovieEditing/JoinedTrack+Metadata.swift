// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import MovieReading
internal import TimedMetadata

extension JoinedTrack {
    /// Where the bytes of samples go; gives the place of what it wrote.
    typealias WriteBytes = ([UInt8]) throws(FacecapError) -> UInt64

    /// Adds the metadata of a part that begins at `start`; `samples` is that of all tracks of the part.
    mutating func append(
        _ track: MovieTrack, of reader: MovieReader, at start: Int64, follows: Bool,
        adding numbers: FaceSampleNumbers.Greatest, _ samples: inout MetadataSampleReader,
        write: WriteBytes
    ) throws(FacecapError) {
        if !follows { try endHeld() }
        let faces = track.sampleEntries.map { FaceSampleNumbers(sampleEntry: $0) }
        let hasFaces = faces.contains { $0 != nil }
        var descriptions: [UInt32] = []
        for entry in track.sampleEntries { descriptions.append(try description(of: entry)) }
        var cursor = reader.samples(of: track)
        var isFirst = true
        while let sample = try cursor.next() {
            guard let (time, hidden) = track.presentationStart(of: sample),
                hidden == 0 || !hasFaces
            else { continue }
            var bytes = try samples.readBytes(of: sample, in: track)
            // A part begins its tracks with nothing where they have nothing to say yet.
            let isPadding = isFirst && follows && !hasFaces && bytes == FaceSampleEncoder.gap
            isFirst = false
            if isPadding { continue }
            faces[sample.descriptionIndex]?.add(numbers, to: &bytes)
            let begin = Ticks.sum(start, Ticks.convert(time, to: timescale))
            let end = Ticks.convert(
                Ticks.sum(time.value, sample.duration - hidden), from: time.timescale,
                to: timescale)
            try place(
                begin, until: Ticks.sum(start, end), bytes, descriptions[sample.descriptionIndex],
                extending: follows || held != nil, write)
        }
    }

    private mutating func place(
        _ begin: Int64, until end: Int64, _ bytes: [UInt8], _ description: UInt32,
        extending: Bool, _ write: WriteBytes
    ) throws(FacecapError) {
        // Two samples cannot begin at once.
        let begin = max(begin, held.map { $0.decodeTime + 1 } ?? mediaEnd)
        if let held, extending, begin - held.decodeTime <= Int64(UInt32.max) {
            try flush(until: begin)
        } else {
            try flush(until: min(begin, mediaEnd))
            try fill(until: begin, description, write)
        }
        // In finer ticks it may last longer than a sample can.
        let duration = min(Int64(UInt32.max), max(1, Ticks.difference(end, begin)))
        try append(
            Held(
                offset: try write(bytes), byteCount: bytes.count, decodeTime: begin,
                compositionOffset: 0, duration: duration, isSync: true, description: description))
    }

    /// Says until a moment that nothing is known.
    mutating func fill(
        until end: Int64, _ description: UInt32, _ write: WriteBytes
    ) throws(FacecapError) {
        var count = 0
        while mediaEnd < end {
            count += 1
            if count > 1 { repeatedGapCount += 1 }
            guard count < 2048, repeatedGapCount < 1 << 16 else {
                throw FacecapError(
                    .mediaDamaged,
                    "The movies have a gap of years in \(role.name); check their time stamps.")
            }
            let begin = mediaEnd
            let next = min(end, begin + Int64(UInt32.max / 2))
            let offset = try write(FaceSampleEncoder.gap)
            try append(
                Held(
                    offset: offset, byteCount: FaceSampleEncoder.gap.count, decodeTime: begin,
                    compositionOffset: 0, duration: next - begin, isSync: true,
                    description: description))
            try flush(until: next)
        }
    }
}
