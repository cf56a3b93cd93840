// SPDX-License-Identifier: Apache-2.0
/// ISO/IEC 14496-12 8.8.7, Track Fragment Header (`tfhd`).
package struct TrackFragmentHeaderBox: BoxCodable {
    package let trackID: UInt32
    /// Whether offsets count from the `moof` where ``baseDataOffset`` is not there.
    package var isBaseMovieFragment: Bool { flags & Field.baseIsMovieFragment != 0 }
    /// From where offsets count, in bytes from the start of the file.
    package private(set) var baseDataOffset: UInt64?
    /// What holds for samples that do not say it themselves; `nil` where `trex` says it.
    package private(set) var description: UInt32?
    package private(set) var duration: UInt32?
    package private(set) var byteCount: UInt32?
    package private(set) var sampleFlags: UInt32?
    private var version: UInt8 = 0
    private var flags: UInt32
    private var tail: ArraySlice<UInt8> = []

    /// The flags of the box that say which fields it has.
    private enum Field {
        static let baseDataOffset: UInt32 = 0x1
        static let description: UInt32 = 0x2
        static let duration: UInt32 = 0x8
        static let byteCount: UInt32 = 0x10
        static let sampleFlags: UInt32 = 0x20
        static let baseIsMovieFragment: UInt32 = 0x2_0000
    }

    /// The header of a fragment whose offsets count from the `moof`.
    ///
    /// - Parameter sampleFlags: those of samples whose run does not say otherwise.
    package init(trackID: UInt32, sampleFlags: UInt32) {
        self.trackID = trackID
        self.sampleFlags = sampleFlags
        flags = Field.baseIsMovieFragment | Field.sampleFlags
    }

    package init(parsing box: BoxReader.Box) throws(BoxDamage) {
        var fields = BoxFields(box)
        (version, flags) = try fields.nextVersionAndFlags()
        trackID = try fields.next()
        if flags & Field.baseDataOffset != 0 { baseDataOffset = try fields.next() }
        if flags & Field.description != 0 { description = try fields.next() }
        if flags & Field.duration != 0 { duration = try fields.next() }
        if flags & Field.byteCount != 0 { byteCount = try fields.next() }
        if flags & Field.sampleFlags != 0 { sampleFlags = try fields.next() }
        tail = fields.rest
    }

    package func write(to writer: inout BoxWriter) {
        writer.box(.tfhd, version: version, flags: flags) { writer in
            writer.append(trackID)
            if let baseDataOffset { writer.append(baseDataOffset) }
            for field in [description, duration, byteCount, sampleFlags] {
                if let field { writer.append(field) }
            }
            writer.append(contentsOf: tail)
        }
    }
}
