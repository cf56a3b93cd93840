// SPDX-License-Identifier: Apache-2.0
internal import MovieBoxes
internal import MovieReading

/// What changes of what a movie and its tracks say of themselves.
struct DescriptionChange: Sendable {
    /// Whether what they say of themselves is kept.
    var isKept = true
    /// The movie whose `meta`, `udta` and date of creation take the place of the source's; `nil` to keep those.
    var describer: MovieReader?
    /// What changes of the keys and values that are kept.
    var metadata: MetadataChange?
    /// What languages tracks have instead of their own, by number.
    var languages: [UInt32: String] = [:]

    /// Whether the source's `meta` and `udta` do not stay as they are.
    var replacesMetadata: Bool { describer != nil || metadata != nil || !isKept }

    /// Copies a box as it is; where what is said is not kept, only one of the kinds that players need.
    func copy(
        _ box: BoxReader.Box, where needed: Set<FourCharacterCode> = [], to writer: inout BoxWriter
    ) {
        if isKept || needed.contains(box.type) { writer.append(contentsOf: box.sized) }
    }

    /// Copies the header of a movie, a track or a media, with the dates that it is to have.
    func copyHeader<Header: BoxCodable>(
        _ box: BoxReader.Box, _ times: WritableKeyPath<Header, HeaderTimes>,
        to writer: inout BoxWriter, change: (inout Header) -> Void
    ) {
        guard var header = try? Header(parsing: box) else { return copy(box, to: &writer) }
        if let describer { header[keyPath: times].creationTime = describer.creationTime }
        if !isKept { header[keyPath: times].forgetDates() }
        change(&header)
        header.write(to: &writer)
    }
}
