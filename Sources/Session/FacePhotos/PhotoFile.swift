// SPDX-License-Identifier: Apache-2.0
package import FaceValues
internal import Glibc
internal import SystemSupport

/// A JPEG, PNG or HEIC file in memory, whose metadata are read, and replaced while every other byte stays.
package struct PhotoFile: Sendable {
    private enum Parts: Sendable {
        case jpeg(JPEGSegments)
        case png(PNGChunks)
        case heic(HEIFItems)
    }

    /// The largest file that is read.
    private static let maximumBytes = 1 << 30
    /// More XMP packets are not read, as each takes a process.
    private static let maximumPacketCount = 16

    private let parts: Parts
    /// `nil` for a file that was in memory from the beginning.
    private var path: String?
    private let metadata: any PhotoMetadataReading & Sendable

    /// Takes the bytes of a file; throws `mediaUnreadable` for what is neither JPEG, PNG nor HEIC, and
    /// `mediaDamaged`.
    ///
    /// - Parameter metadata: who reads its Exif and its XMP.
    package init(
        bytes: [UInt8], metadata: any PhotoMetadataReading & Sendable = PhotoMetadata()
    ) throws(FacecapError) {
        self.metadata = metadata
        switch FileType(bytes: bytes) {
        case .jpeg: parts = .jpeg(try JPEGSegments(bytes))
        case .png: parts = .png(try PNGChunks(bytes))
        case .heic: parts = .heic(try HEIFItems(bytes))
        case nil:
            throw FacecapError(
                .mediaUnreadable,
                "The file is no JPEG, PNG or HEIC image; convert it to one of them first.")
        }
    }

    /// Reads a file of at most a gigabyte; throws also `sourceNotFound` and `permissionDenied`.
    ///
    /// - Parameter metadata: who reads its Exif and its XMP.
    package init(
        path: String, metadata: any PhotoMetadataReading & Sendable = PhotoMetadata()
    ) throws(FacecapError) {
        let bytes = try Files.read(path, limit: Self.maximumBytes, unusable: .mediaUnreadable)
        self = try Self.naming(path) { () throws(FacecapError) in
            try PhotoFile(bytes: bytes, metadata: metadata)
        }
        self.path = path
    }

    /// What `body` does, with errors that name the file.
    private static func naming<Success>(
        _ path: String?, _ body: () throws(FacecapError) -> Success
    ) throws(FacecapError) -> Success {
        do throws(FacecapError) {
            return try body()
        } catch {
            guard let path else { throw error }
            throw FacecapError(error.code, "\(path): \(error.message)", errno: error.systemError)
        }
    }

    /// Whether the file at a path begins as a JPEG, PNG or HEIC does; `false` also for what cannot be read.
    package static func isPhoto(path: String) -> Bool {
        guard let file = FileDescriptor(path, flags: O_RDONLY | O_NONBLOCK) else { return false }
        var bytes = [UInt8](repeating: 0, count: 16)
        // A pipe would lose what is read of it.
        let count = bytes.withUnsafeMutableBytes { file.read(into: $0, at: 0) }
        return FileType(bytes: bytes.prefix(count ?? 0)) != nil
    }

    /// How the stored image is displayed, by its Exif, in HEIC by its own properties; upright where that says nothing.
    package var orientation: VideoOrientation {
        get throws(FacecapError) {
            // What Exif says there is not to be applied once more.
            if case .heic(let items) = parts { return items.display.orientation }
            return VideoOrientation(
                exif: try Self.naming(path) { () throws(FacecapError) in
                    try metadata.orientation(exif: exif)
                })
        }
    }

    /// From the normalized stored image to the normalized displayed one; a HEIC may be cut too.
    package var displayedFromStored: CoordinateTransform {
        get throws(FacecapError) {
            if case .heic(let items) = parts { return items.display.displayedFromStored }
            return .displayedFromStored(orientation: try orientation)
        }
    }

    /// Stored pixels a row and rows, where the file's items say so, which is in HEIC alone.
    package var storedSize: Size? {
        if case .heic(let items) = parts { items.display.storedSize } else { nil }
    }

    /// Displayed pixels a row and rows, where the file's items say so, which is in HEIC alone.
    package var displayedSize: Size? {
        if case .heic(let items) = parts { items.display.displayedSize } else { nil }
    }

    /// How the photo was exposed, as far as its Exif tells.
    package var exposure: CapturePhoto.Exposure {
        get throws(FacecapError) {
            try Self.naming(path) { () throws(FacecapError) in try metadata.exposure(exif: exif) }
        }
    }

    /// The file of an image that has just been encoded, with its Exif and its faces.
    ///
    /// - Parameters:
    ///   - width: pixels a row.
    ///   - height: rows.
    ///
    /// Throws `outputFailed` where the metadata do not fit into the file.
    package func adding(
        _ metadata: CapturePhoto.Metadata, width: Int, height: Int
    ) throws(FacecapError) -> [UInt8] {
        let (exif, xmp) = try Self.blocks(
            of: metadata, width: width, height: height, fileType: fileType)
        return try replacing(exif: exif, xmp: xmp)
    }

    /// The Exif and the XMP of a photo; no XMP without faces.
    static func blocks(
        of metadata: CapturePhoto.Metadata, width: Int, height: Int, fileType: FileType
    ) throws(FacecapError) -> (exif: [UInt8], xmp: [UInt8]) {
        let blocks = try MetadataBlocks()
        try blocks.setExif(of: metadata, width: width, height: height, fileType: fileType)
        _ = try blocks.setRegions(metadata.regions, width: width, height: height)
        return (
            try blocks.encodedExif(), metadata.regions.isEmpty ? [] : try blocks.encodedXMP()
        )
    }

    /// The file with these faces, and everything else as it was: its Exif, other XMP, profiles, the image.
    ///
    /// - Parameters:
    ///   - regions: in the stored image, before it is displayed by ``orientation``.
    ///   - width: stored pixels a row.
    ///   - height: stored rows.
    ///   - replacing: whether regions that are there already are replaced.
    ///
    /// Throws `invalidState` where there are regions that are not to be replaced, `outputFailed` where
    /// the metadata do not fit into the file, and `mediaDamaged`.
    package func annotated(
        with regions: [CapturePhoto.FaceRegion], width: Int, height: Int, replacingRegions: Bool
    ) throws(FacecapError) -> [UInt8] {
        try Self.naming(path) { () throws(FacecapError) -> [UInt8] in
            let packets = xmpPackets
            guard packets.count <= 1 else { throw Self.hasSeveralPackets(packets.count) }
            return try replacing(
                exif: nil,
                xmp: metadata.annotated(
                    xmp: packets.first ?? [],
                    with: PhotoAnnotation(
                        regions: regions, width: width, height: height,
                        replacesRegions: replacingRegions)))
        }
    }

    /// XMP specification part 3 allows one; what a second one says would be lost.
    private static func hasSeveralPackets(_ count: Int) -> FacecapError {
        FacecapError(
            .mediaDamaged,
            "The file has \(count) XMP packets, but one alone is allowed; merge them with "
                + "`exiftool -XMP:all= -tagsFromFile @ -XMP:all FILE`.")
    }

    /// What kind of file it is.
    package var fileType: FileType {
        switch parts {
        case .jpeg: .jpeg
        case .png: .png
        case .heic: .heic
        }
    }

    private var exif: [UInt8] {
        switch parts {
        case .jpeg(let segments): segments.exif
        case .png(let chunks): chunks.exif
        case .heic(let items): items.exif
        }
    }

    /// The regions of the file's XMP that have a place in the image, in their order.
    ///
    /// Throws `mediaDamaged` where the metadata cannot be read.
    package var regions: [PhotoRegion] {
        get throws(FacecapError) {
            try Self.naming(path) { () throws(FacecapError) -> [PhotoRegion] in
                let packets = xmpPackets
                guard packets.count <= Self.maximumPacketCount else {
                    throw Self.hasSeveralPackets(packets.count)
                }
                var regions: [PhotoRegion] = []
                for packet in packets { regions += try metadata.regions(xmp: packet) }
                return regions
            }
        }
    }

    private var xmpPackets: [[UInt8]] {
        switch parts {
        case .jpeg(let segments): segments.xmpPackets
        case .png(let chunks): chunks.xmpPackets
        case .heic(let items): [items.xmp]
        }
    }

    private func replacing(exif: [UInt8]?, xmp: [UInt8]) throws(FacecapError) -> [UInt8] {
        switch parts {
        case .jpeg(let segments): return try segments.replacing(exif: exif, xmp: xmp)
        case .png(let chunks): return chunks.replacing(exif: exif, xmp: xmp)
        case .heic(let items): return try items.replacing(xmp: xmp)
        }
    }
}
