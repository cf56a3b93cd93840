// SPDX-License-Identifier: Apache-2.0
import FacePhotos
import FaceValues

/// Exif and XMP of the file are only handed on: who reads them is Exiv2.
private struct NoMetadata: PhotoMetadataReading {
    static let xmp = Array("<x:xmpmeta/>".utf8)

    func orientation(exif: [UInt8]) -> Int { 1 + exif.count % 8 }

    func exposure(exif: [UInt8]) -> CapturePhoto.Exposure { CapturePhoto.Exposure() }

    func regions(xmp: [UInt8]) -> [PhotoRegion] { [] }

    func annotated(xmp: [UInt8], with request: PhotoAnnotation) -> [UInt8] { Self.xmp }
}

/// Reads a photo made of the fuzzer's bytes and puts XMP into it, which has to be a photo again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPhoto(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let photo = try? PhotoFile(bytes: bytes, metadata: NoMetadata()) else { return 0 }
    _ = (photo.storedSize, photo.displayedSize, try? photo.displayedFromStored)
    guard
        let annotated = try? photo.annotated(
            with: [], width: 640, height: 480, replacingRegions: true)
    else { return 0 }
    guard let again = try? PhotoFile(bytes: annotated, metadata: NoMetadata()) else {
        preconditionFailure("A photo with faces is no photo any more.")
    }
    precondition(again.fileType == photo.fileType)
    precondition(again.displayedSize == photo.displayedSize)
    let orientations = (try? photo.orientation, try? again.orientation)
    precondition(orientations.0 == orientations.1)
    return 0
}
