// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import MovieBoxes
internal import Synchronization

/// Where the track fragments (`traf`) of a movie lie. Each `moof` is looked through once for all tracks, when samples
/// in it are first asked for: walking all tracks takes time that is linear to the size of the file.
struct FragmentIndex: Sendable {
    /// Where a track fragment lies: 24 bytes of memory.
    struct Place: Sendable {
        /// Where it begins in the file.
        let offset: Int64
        /// Bytes of the whole box.
        let byteCount: UInt32
        /// Which of the movie's fragments it is in, from 0.
        let fragment: UInt32
        /// From where its offsets count unless it says so itself.
        let base: Int64
    }

    /// The most track fragments: those of eight tracks in as many fragments as are read. They take 1.6 gigabytes of
    /// memory, and no more than they have bytes in the file.
    private static let limit = 1 << 26

    /// Those of each track of the movie, as far as the file was looked through.
    private var places: [UInt32: [Place]]
    private var placeCount = 0
    private var fragmentCount: UInt32 = 0
    private var nextBox = 0
    /// Why nothing is known of the fragments that follow.
    private var damage: FacecapError?

    /// The index of a movie with these tracks, of which nothing was looked through yet.
    init(_ tracks: [MovieTrack]) {
        places = Dictionary(uniqueKeysWithValues: tracks.map { ($0.id, []) })
    }

    /// The places of a track, behind the first `count`, that are in the next fragment that has any, of the first
    /// `limit` fragments of the movie; none behind the last one.
    mutating func next(
        of trackID: UInt32, after count: Int, inFragments limit: Int, of reader: MovieReader
    ) throws(FacecapError) -> [Place] {
        while places[trackID]?.count ?? 0 <= count {
            guard fragmentCount < limit, try readFragment(of: reader) else { return [] }
        }
        guard let rest = places[trackID]?[count...], let first = rest.first,
            first.fragment < limit
        else { return [] }
        // A copy: the list itself must not be held when it grows.
        return Array(rest.prefix { $0.fragment == first.fragment })
    }

    /// Looks through the next `moof`; returns whether there was one.
    private mutating func readFragment(of reader: MovieReader) throws(FacecapError) -> Bool {
        if let damage { throw damage }
        let boxes = reader.topLevelBoxes
        while nextBox < boxes.count, boxes[nextBox].type != .moof { nextBox += 1 }
        guard nextBox < boxes.count, !boxes[nextBox].isCutShort else { return false }
        do throws(FacecapError) {
            let moof = try reader.movieFragment(at: boxes[nextBox])
            placeCount += moof.heads.count
            guard placeCount <= Self.limit else {
                throw FacecapError(
                    .mediaUnreadable,
                    "\(reader.bytes.name) has more than \(Self.limit) track fragments; remux it with `ffmpeg -c copy`."
                )
            }
            add(moof, defaults: reader.fragmentDefaults)
        } catch {
            // What the system could not read it may read later.
            if error.code == .mediaDamaged || error.code == .mediaUnreadable { damage = error }
            throw error
        }
        nextBox += 1
        fragmentCount += 1
        return true
    }

    private mutating func add(_ moof: FragmentDescription, defaults: [UInt32: SampleDefaults]) {
        var end = moof.offset
        for (index, head) in moof.heads.enumerated() {
            let base = head.followsPrevious ? end : moof.offset
            places[head.trackID]?.append(
                Place(
                    offset: moof.offset + Int64(head.box.bytes.startIndex),
                    byteCount: UInt32(clamping: head.box.bytes.count), fragment: fragmentCount,
                    base: base))
            // Its runs have to be read only where the data of the next one begin where its own end.
            guard index + 1 < moof.heads.count, moof.heads[index + 1].followsPrevious else {
                continue
            }
            let fragment = try? TrackFragment(
                head, base: base, runLimit: TrackFragment.runLimit, defaults: defaults)
            end = fragment?.end ?? TrackFragment.unknownEnd
        }
    }
}

extension MovieReader {
    /// The track fragments of a track, behind the first `count`, that are in the next fragment that has any, of the
    /// first `limit` fragments of the movie; none behind the last one.
    func trackFragments(
        of trackID: UInt32, after count: Int, inFragments limit: Int
    ) throws(FacecapError) -> [TrackFragment] {
        let places = try fragmentIndex.withLock { index throws(FacecapError) in
            try index.next(of: trackID, after: count, inFragments: limit, of: self)
        }
        var (fragments, runsLeft): ([TrackFragment], Int) = ([], TrackFragment.runLimit)
        for place in places {
            let content = try bytes.bytes(at: place.offset, count: Int(place.byteCount))
            do throws(BoxDamage) {
                var fields = BoxFields(.moof, content: content[...])
                guard let box = try fields.nextChild() else {
                    throw BoxDamage(.traf, "is not where it was", trackID: trackID)
                }
                let fragment = try TrackFragment(
                    TrackFragment.Head(box), base: place.base, runLimit: runsLeft,
                    defaults: fragmentDefaults)
                runsLeft -= fragment.runs.count
                fragments.append(fragment)
            } catch {
                throw error.error(in: bytes.name)
            }
        }
        return fragments
    }
}
