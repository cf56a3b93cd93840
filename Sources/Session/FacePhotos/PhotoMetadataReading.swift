// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// What is asked of the Exif and the XMP of a file, which may come from anybody.
package protocol PhotoMetadataReading {
    /// The orientation that Exif tells, 1...8; 1 where it tells none.
    ///
    /// Throws `mediaDamaged` where it cannot be read.
    func orientation(exif: [UInt8]) throws(FacecapError) -> Int
    /// How the photo was exposed, as far as Exif tells.
    ///
    /// Throws `mediaDamaged` where it cannot be read.
    func exposure(exif: [UInt8]) throws(FacecapError) -> CapturePhoto.Exposure
    /// The regions of XMP that have a place in the image, in their order.
    ///
    /// Throws `mediaDamaged` where it cannot be read.
    func regions(xmp: [UInt8]) throws(FacecapError) -> [PhotoRegion]
    /// XMP with other faces, and all else that it has, such as regions of pets.
    ///
    /// Throws `invalidState` where there are regions that are not to be replaced, `outputFailed` where they
    /// cannot be written, and `mediaDamaged`.
    func annotated(
        xmp: [UInt8], with request: PhotoAnnotation
    ) throws(FacecapError) -> [UInt8]
}

/// Faces for the XMP of an image.
package struct PhotoAnnotation: Sendable {
    /// In the stored image, before it is turned.
    let regions: [CapturePhoto.FaceRegion]
    /// Stored pixels a row.
    let width: Int
    /// Stored rows.
    let height: Int
    /// Whether regions that are there already are replaced.
    let replacesRegions: Bool
}

/// Reads metadata in this process.
package struct PhotoMetadata: PhotoMetadataReading {
    /// A reader, of which all are alike.
    package init() {}

    package func orientation(exif: [UInt8]) throws(FacecapError) -> Int {
        try MetadataBlocks(exif: exif).orientation
    }

    package func exposure(exif: [UInt8]) throws(FacecapError) -> CapturePhoto.Exposure {
        try MetadataBlocks(exif: exif).exposure
    }

    package func regions(xmp: [UInt8]) throws(FacecapError) -> [PhotoRegion] {
        let blocks = try MetadataBlocks(xmp: xmp)
        let size = blocks.sizeOfRegions
        return blocks.regionPaths.compactMap { PhotoRegion(blocks, at: $0, imageSize: size) }
    }

    package func annotated(
        xmp: [UInt8], with request: PhotoAnnotation
    ) throws(FacecapError) -> [UInt8] {
        let blocks = try MetadataBlocks(xmp: xmp)
        let hadFaces = try blocks.setRegions(
            request.regions, width: request.width, height: request.height)
        guard !hadFaces || request.replacesRegions else {
            throw FacecapError(
                .invalidState, "The image already has face regions; allow replacing them.")
        }
        return try blocks.encodedXMP()
    }
}
