// SPDX-License-Identifier: Apache-2.0
package import CaptureSamples
package import FaceAnalysis
package import FaceValues
internal import ProcessIsolation

/// A record of a part.
package enum ArchiveRecord: Sendable, Hashable {
    /// What the video's frames are like; the first record.
    case video(VideoFormat)
    /// A frame that was looked at.
    case looked(Frame, FaceLook)
    /// A frame that was not.
    case passed(Frame, FrameLedger.Outcome)
    /// Something the user should know.
    case warning(FacecapError)

    /// When a frame is shown, and how.
    package struct Frame: Sendable, Hashable {
        /// When it is shown.
        package let time: MediaTime
        /// How long, where the video says so.
        package let duration: MediaTime?
        /// How it must be turned to stand upright.
        package let orientation: VideoOrientation
    }

    /// What a record is, before its length and its bytes.
    enum Kind: UInt8 {
        case video = 1
        case looked = 2
        case passed = 3
        case warning = 4
        /// The last record: how many frames there are, and the SHA-256 of all that comes before.
        case end = 5
    }
}

extension ArchiveRecord {
    /// The record's kind and its bytes.
    ///
    /// - Parameters:
    ///   - seal: what hides colors.
    ///   - place: the record's place in the part, in bytes: no two colors are hidden alike.
    func bytes(seal: ArchiveSeal, place: Int64) -> (Kind, [UInt8]) {
        var writer = MessageWriter(byteCount: 256)
        switch self {
        case .video(let format):
            writer.write(UInt32(clamping: format.width))
            writer.write(UInt32(clamping: format.height))
            writer.write(format.frameRate)
            writer.write(format.orientation)
            let shape = format.pixelAspectRatio
            if shape != .square {
                writer.write(shape.horizontalSpacing)
                writer.write(shape.verticalSpacing)
            }
            return (.video, writer.bytes)
        case .looked(let frame, let look):
            writer.write(frame)
            writer.write(look, seal: seal, place: place)
            return (.looked, writer.bytes)
        case .passed(let frame, let outcome):
            writer.write(frame)
            switch outcome {
            case .analysed: writer.write(UInt8(0))
            case .skipped(let reason):
                writer.write(UInt8(1))
                writer.write(reason.description)
            case .dropped(let reason):
                writer.write(UInt8(2))
                writer.write(reason.description)
            }
            return (.passed, writer.bytes)
        case .warning(let error):
            writer.write(error)
            return (.warning, writer.bytes)
        }
    }

    /// Reads a record that is no end.
    init(
        _ kind: Kind, _ bytes: ArraySlice<UInt8>, seal: ArchiveSeal, place: Int64
    ) throws(MessageDamage) {
        var reader = MessageReader(bytes)
        switch kind {
        case .video:
            let sides = UInt32(1)...1_000_000
            let (width, height) = (
                try reader.read(in: sides, "a width"), try reader.read(in: sides, "a height")
            )
            self = .video(
                VideoFormat(
                    width: Int(width), height: Int(height),
                    frameRate: try reader.readOptionalNumber(),
                    orientation: try reader.readOrientation(),
                    pixelAspectRatio: try reader.readPixelAspectRatio()))
        case .looked:
            let frame = try reader.readFrame()
            self = .looked(frame, try reader.readLook(seal: seal, place: place))
        case .passed: self = .passed(try reader.readFrame(), try reader.readOutcome())
        case .warning: self = .warning(try reader.readError())
        case .end: throw MessageDamage("it ends twice")
        }
        try reader.end()
    }
}

extension MessageWriter {
    fileprivate mutating func write(_ frame: ArchiveRecord.Frame) {
        write(frame.time)
        write(frame.duration) { $0.write($1) }
        write(frame.orientation)
    }
}

extension MessageReader {
    /// Reads the shape of a pixel, which stands there where it is not square.
    fileprivate mutating func readPixelAspectRatio() throws(MessageDamage)
        -> VideoFormat.PixelAspectRatio
    {
        guard hasMore else { return .square }
        let sides = UInt32(1)...UInt32(Int32.max)
        return .init(
            horizontalSpacing: try read(in: sides, "the shape of a pixel"),
            verticalSpacing: try read(in: sides, "the shape of a pixel"))
    }

    private mutating func readTime() throws(MessageDamage) -> MediaTime {
        let value: Int64 = try read()
        let time = MediaTime(value: value, timescale: try read(in: 1...Int32.max, "a time scale"))
        guard time.isBelievable else { throw MessageDamage("a time makes no sense") }
        return time
    }

    fileprivate mutating func readFrame() throws(MessageDamage) -> ArchiveRecord.Frame {
        ArchiveRecord.Frame(
            time: try readTime(),
            duration: try readOptional { (reader) throws(MessageDamage) in try reader.readTime() },
            orientation: try readOrientation())
    }

    fileprivate mutating func readOutcome() throws(MessageDamage) -> FrameLedger.Outcome {
        switch try read(in: UInt8(1)...2, "an outcome") {
        case 1:
            guard let reason = FrameLedger.SkipReason(named: try readText(limit: 64)) else {
                throw MessageDamage("a reason makes no sense")
            }
            return .skipped(reason)
        default:
            guard let reason = FrameLedger.DropReason(named: try readText(limit: 64)) else {
                throw MessageDamage("a reason makes no sense")
            }
            return .dropped(reason)
        }
    }
}
