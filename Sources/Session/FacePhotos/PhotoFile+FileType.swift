// SPDX-License-Identifier: Apache-2.0
package import FaceValues
internal import MediaCodecs

extension PhotoFile {
    /// The kinds of image files that photos are written to.
    package enum FileType: String, Sendable, Hashable, CaseIterable {
        /// JPEG (ISO/IEC 10918-1) with JFIF and Exif headers.
        case jpeg
        /// PNG (ISO/IEC 15948), which loses nothing.
        case png
        /// HEIC (ISO/IEC 23008-12): HEVC in HEIF.
        case heic

        /// The kind that a path's ending means, in letters of any size; `nil` for any other.
        package init?(path: String) {
            switch path.split(separator: "/").last?.split(separator: ".").last?.lowercased() {
            case "jpg", "jpeg": self = .jpeg
            case "png": self = .png
            case "heic", "heif": self = .heic
            default: return nil
            }
        }

        /// The kind that the ending of a photo's path means.
        ///
        /// - Throws: `.invalidArgument` where it means none.
        package init(ofPhoto path: String) throws(FacecapError) {
            guard let fileType = FileType(path: path) else {
                throw FacecapError(
                    .invalidArgument,
                    "\(path): photos are JPEG, PNG or HEIC; end the name in .jpg, .png or .heic.")
            }
            self = fileType
        }

        /// The kind that a codec makes.
        init(_ codec: ImageCodec) {
            switch codec {
            case .jpeg: self = .jpeg
            case .png: self = .png
            case .heic: self = .heic
            }
        }

        /// The kind that a file's first bytes show; `nil` for any other.
        init?(bytes: some Collection<UInt8>) {
            if bytes.starts(with: JPEGSegments.signature) {
                self = .jpeg
            } else if bytes.starts(with: PNGChunks.signature) {
                self = .png
            } else if HEIFItems.begins(bytes) {
                self = .heic
            } else {
                return nil
            }
        }
    }
}
