// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import MovieBoxes

extension MovieTrack {
    /// Reads ISO/IEC 14496-12 8.3.1, Track (`trak`), and what is in it.
    init(_ trak: BoxReader.Box, movieTimescale: Int32) throws(BoxDamage) {
        let children = try BoxChildren(of: trak, [.tkhd, .mdia, .edts, .tref])
        let header = try TrackHeaderBox(parsing: try children.required(.tkhd))
        do throws(BoxDamage) {
            try self.init(
                header, children, range: trak.bytes.indices, movieTimescale: movieTimescale)
        } catch {
            throw BoxDamage(error.box, error.what, trackID: header.trackID)
        }
    }

    private init(
        _ header: TrackHeaderBox, _ children: BoxChildren, range: Range<Int>, movieTimescale: Int32
    ) throws(BoxDamage) {
        let media = try BoxChildren(of: try children.required(.mdia), [.mdhd, .hdlr, .minf])
        let mediaHeader = try MediaHeaderBox(parsing: try media.required(.mdhd))
        let handler = try HandlerBox(parsing: try media.required(.hdlr))
        let information = try BoxChildren(of: try media.required(.minf), [.dinf, .stbl])
        let table = try BoxChildren(of: try information.required(.stbl), SampleTable.boxes)
        let descriptions = try SampleDescriptionBox(parsing: try table.required(.stsd)).entries

        id = header.trackID
        self.handler = handler.handlerType
        handlerName = handler.name
        isEnabled = header.isEnabled
        alternateGroup = header.alternateGroup
        language = mediaHeader.languageCode
        timescale = mediaHeader.timescale
        mediaDuration = mediaHeader.times.duration.flatMap { Int64(exactly: $0) }
        codec = descriptions.first?.codec
        sampleEntries = descriptions.map { Array($0.bytes) }
        let imageSize = self.handler == .vide ? descriptions.first?.imageSize : nil
        width = imageSize?.width
        height = imageSize?.height
        presentationSize = Size(
            width: Double(header.width) / 0x1_0000, height: Double(header.height) / 0x1_0000)
        matrix = header.matrix.values
        let edits = try children.box(.edts, .elst).map(EditListBox.init(parsing:))?.edits ?? []
        self.edits = edits
        shownMedia = ShownMedia(
            edits, timescale: mediaHeader.timescale, movieTimescale: movieTimescale)
        let tref = try children[.tref].map(TrackReferenceBox.init(parsing:))
        references = Dictionary(
            tref?.references.map { ($0.type, $0.trackIDs) } ?? [],
            uniquingKeysWith: { first, _ in first })
        box = range
        self.movieTimescale = movieTimescale
        sampleTable = try SampleTable(table)
        let known =
            try information.box(.dinf, .dref).map(DataReferenceBox.init(parsing:))?.references ?? []
        isSelfContained = descriptions.map { entry in
            let index = entry.dataReferenceIndex - 1
            return known.indices.contains(index) ? known[index].isSelfContained : true
        }
    }
}
