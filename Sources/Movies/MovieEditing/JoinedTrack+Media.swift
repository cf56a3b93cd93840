// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import MovieBoxes
internal import MovieReading

extension JoinedTrack {
    /// Where a part lies.
    struct Place {
        /// When it begins in the movie, in ticks of the joined track.
        let start: Int64
        /// Whether it goes on, without a gap, where the part before ends.
        let follows: Bool
        /// Where its bytes are in the joined movie.
        let layout: MediaLayout
        /// Where those begin.
        let base: UInt64
    }

    /// A stretch of a part's media, in ticks of the part's track; `nil` for all that follows.
    struct Stretch {
        let movieStart: Int64
        let mediaStart: Int64
        let length: Int64?
    }

    /// What is shown of a track, in its own ticks; throws for edits that no movie can be joined of.
    static func stretches(
        of track: MovieTrack, in reader: MovieReader
    ) throws(FacecapError) -> [Stretch] {
        guard !track.edits.isEmpty else {
            return [Stretch(movieStart: 0, mediaStart: 0, length: nil)]
        }
        func ticks(_ time: Int64) -> Int64 {
            Ticks.convert(time, from: reader.timescale, to: track.timescale)
        }
        var (stretches, time): ([Stretch], Int64) = ([], 0)
        for edit in track.edits {
            let next = Ticks.sum(time, edit.segmentDuration)
            if let mediaTime = edit.mediaTime {
                guard edit.rate == 1, mediaTime >= 0 else {
                    throw FacecapError(
                        .mediaUnreadable,
                        "\(reader.name): track \(track.id) is played at another speed, which cannot be joined;"
                            + " encode it again.")
                }
                let isOpen = edit.segmentDuration == 0
                stretches.append(
                    Stretch(
                        movieStart: ticks(time), mediaStart: mediaTime,
                        length: isOpen ? nil : Ticks.difference(ticks(next), ticks(time))))
            }
            time = next
        }
        return stretches
    }

    /// Adds the frames or the audio of a part.
    mutating func append(
        _ track: MovieTrack, of reader: MovieReader, at place: Place
    ) throws(FacecapError) {
        let stretches = try Self.stretches(of: track, in: reader)
        guard let first = stretches.first else { return }
        // What is hidden at the beginning of audio that goes on was heard in the part before.
        let hiddenEnd = place.follows && track.kind == .audio ? first.mediaStart : .min
        var cursor = reader.samples(of: track)
        var sample = try cursor.next()
        while let next = sample, Ticks.sum(next.decodeTime, next.duration) <= hiddenEnd {
            sample = try cursor.next()
        }
        guard let firstDecode = sample?.decodeTime else { return }
        func ticks(_ time: Int64) -> Int64 {
            Ticks.convert(time, from: track.timescale, to: timescale)
        }
        let rounding = try Self.rounding(of: track, in: reader)
        let start = align(
            to: Ticks.sum(place.start, ticks(first.movieStart)),
            skipping: ticks(Ticks.difference(first.mediaStart, firstDecode)), place,
            rounding: ticks(rounding))
        var (shownEnd, decodedLength) = (PresentationEnd<Int64>(), Int64(0))
        while let next = sample {
            let shown = next.presentationMediaTime
            shownEnd.add(from: shown, until: Ticks.sum(shown, next.duration))
            decodedLength = Ticks.difference(
                Ticks.sum(next.decodeTime, next.duration), firstDecode)
            let decodeTime = Ticks.sum(start, ticks(Ticks.difference(next.decodeTime, firstDecode)))
            // Frames are decoded one after the other, also where those before are decoded after these are due.
            let later = max(decodeTime, held.map { $0.decodeTime + 1 } ?? decodeTime)
            try append(
                Held(
                    offset: place.base &+ place.layout.target(of: next.offset),
                    byteCount: next.byteCount, decodeTime: later,
                    compositionOffset: Ticks.difference(
                        Ticks.sum(decodeTime, ticks(next.compositionOffset)), later),
                    duration: max(
                        1, Ticks.difference(Ticks.sum(start, ticks(decodedLength)), later)),
                    isSync: next.isSync,
                    description: UInt32(clamping: next.descriptionIndex + 1)))
            sample = try cursor.next()
        }
        // Where no edit says more, all is shown that is decoded.
        let mediaLimit = max(shownEnd.time ?? .min, Ticks.sum(firstDecode, decodedLength))
        for stretch in stretches {
            let rest = Ticks.difference(mediaLimit, stretch.mediaStart)
            // The end of the media, but for rounding to the movie's scale.
            let length = stretch.length.map {
                abs(Ticks.difference($0, rest)) <= rounding ? rest : min($0, rest)
            }
            let mediaStart = Ticks.difference(stretch.mediaStart, firstDecode)
            show(
                Segment(
                    movieStart: Ticks.sum(place.start, ticks(stretch.movieStart)),
                    mediaStart: Ticks.sum(start, ticks(mediaStart)), length: ticks(length ?? rest)),
                tolerance: ticks(rounding))
        }
        // Each is an edit, and a gap before it another one.
        guard segments.count <= EditListBox.limit / 2 else {
            throw FacecapError(
                .mediaUnreadable,
                "The \(role.kind.rawValue) tracks of the movies are shown in more than"
                    + " \(EditListBox.limit / 2) pieces: join fewer movies.")
        }
        partEnd = Ticks.sum(start, ticks(Ticks.difference(mediaLimit, firstDecode)))
    }

    /// What times of a track may differ by since its edits are on the scale of the movie, in ticks of the track: always
    /// less than half a frame, which can be a single tick.
    private static func rounding(
        of track: MovieTrack, in reader: MovieReader
    ) throws(FacecapError) -> Int64 {
        let rounding = Int64(track.timescale / max(1, reader.timescale)) + 2
        guard track.kind == .video else { return rounding }
        var (cursor, shortest) = (reader.samples(of: track), Int64.max)
        // How long the last one lasts is often a guess.
        var last = try cursor.next()?.duration ?? 0
        while let sample = try cursor.next() {
            (shortest, last) = (min(shortest, last), sample.duration)
        }
        let frame = shortest == .max ? last : shortest
        return min(rounding, max(0, (frame - 1) / 2))
    }

    /// Where the media of a part comes to lie, so that what it shows goes on where the part before ends; the last
    /// sample of that lasts until then: when the next one begins is more exact than how long it was expected to
    /// last.
    ///
    /// That goes for gaps too: where an edit in the middle of a movie is empty, readers built on FFmpeg show or play
    /// the movie's beginning.
    private mutating func align(
        to movieStart: Int64, skipping skipped: Int64, _ place: Place, rounding: Int64
    ) -> Int64 {
        guard var last = segments.last, var sample = held else { return mediaEnd }
        let late = Ticks.difference(movieStart, last.movieEnd)
        let isAudio = role.kind == .audio
        var start = Ticks.difference(Ticks.sum(last.mediaEnd, late), skipped)
        let change = abs(Ticks.difference(start, mediaEnd))
        let isNear = change < (isAudio ? sample.duration : 10 * Int64(timescale))
        if place.follows, isNear {
            if isAudio, change <= rounding { return mediaEnd }
        } else {
            // What is hidden of the part before stays so, but for the silence with which encoders fill the last packet.
            let hidden = max(0, Ticks.difference(partEnd, last.mediaEnd))
            guard late > 0, hidden <= (isAudio ? sample.duration : rounding) else {
                return mediaEnd
            }
            start = Ticks.sum(mediaEnd, max(0, Ticks.difference(late, hidden)))
        }
        let duration = max(1, Ticks.difference(start, sample.decodeTime))
        guard duration <= Int64(UInt32.max) else { return mediaEnd }
        sample.duration = duration
        held = sample
        last.length = max(0, Ticks.sum(last.length, late))
        segments[segments.count - 1] = last
        return start
    }
}
