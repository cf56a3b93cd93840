internal import FaceValues
internal import MovieBoxes

extension MovieTrack {
    /// Reads ISO/IEC 14496-12 8.3.1, Track (`trak`), and what is in it.
    init(_ trak: BoxReader.Box, range: Range<Int>, movieTimescale: Int32) throws(BoxDamage) {
        let children = try BoxChildren(of: trak, [.tkhd, .mdia, .edts, .tref])
        let header = try TrackHeaderBox(try children.required(.tkhd))
        do throws(BoxDamage) {
            try self.init(header, children, range: range, movieTimescale: movieTimescale)
        } catch {
            throw BoxDamage(error.box, error.what, trackID: header.trackID)
        }
    }

    private init(
        _ header: TrackHeaderBox, _ children: BoxChildren, range: Range<Int>, movieTimescale: Int32
    ) throws(BoxDamage) {
        let media = try BoxChildren(of: try children.required(.mdia), [.mdhd, .hdlr, .minf])
        let mediaHeader = try MediaHeaderBox(try media.required(.mdhd))
        let handler = try HandlerBox(try media.required(.hdlr))
        let information = try BoxChildren(of: try media.required(.minf), [.dinf, .stbl])
        let table = try BoxChildren(of: try information.required(.stbl), SampleTable.boxes)
        let descriptions = try SampleDescriptionBox(
            try table.required(.stsd), handler: handler.handler)

        id = header.trackID
        self.handler = handler.handler
        handlerName = handler.name
        isEnabled = header.isEnabled
        language = mediaHeader.language
        timescale = mediaHeader.timescale
        mediaDuration = mediaHeader.duration
        codec = descriptions.codec
        sampleEntries = descriptions.entries
        width = descriptions.pictureSize?.width
        height = descriptions.pictureSize?.height
        presentationSize = Size(width: header.width, height: header.height)
        matrix = header.matrix
        edits = try Self.edits(children)
        references = try children[.tref].map(TrackReferenceBox.init)?.references ?? [:]
        box = range
        self.movieTimescale = movieTimescale
        sampleTable = try SampleTable(table)
        let known = try Self.dataReferences(information)
        isSelfContained = descriptions.dataReferences.map { index in
            known.indices.contains(index - 1) ? known[index - 1] : true
        }
    }

    private static func dataReferences(_ information: BoxChildren) throws(BoxDamage) -> [Bool] {
        guard let dinf = information[.dinf],
            let dref = try BoxChildren(of: dinf, [.dref])[.dref]
        else { return [] }
        return try DataReferenceBox(dref).isSelfContained
    }

    private static func edits(_ children: BoxChildren) throws(BoxDamage) -> [MovieEdit] {
        guard let edts = children[.edts], let elst = try BoxChildren(of: edts, [.elst])[.elst]
        else { return [] }
        return try EditListBox(elst).edits
    }
}
