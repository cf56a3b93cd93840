// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
import Glibc
internal import SystemSupport

/// The cascades of OpenCV's data package.
struct HaarCascades {
    private static let maximumByteCount = 16 << 20

    /// Where they were found.
    let folder: String
    /// XML.
    let frontal, profile, eye: String

    /// The cascades of the first of `folders` that holds all three files.
    ///
    /// - Throws: `modelNotFound` where none does, `modelUnreadable`, what reading a file throws.
    init(in folders: [String]) throws(FacecapError) {
        for folder in folders {
            let paths = ["frontalface_alt2", "profileface", "eye"].map {
                "\(folder)/haarcascade_\($0).xml"
            }
            guard paths.allSatisfy({ access($0.cPath, R_OK) == 0 }) else { continue }
            self.folder = folder
            frontal = try Self.text(of: paths[0])
            profile = try Self.text(of: paths[1])
            eye = try Self.text(of: paths[2])
            return
        }
        throw FacecapError(
            .modelNotFound,
            "The Haar cascades are not in \(folders.joined(separator: ", ")), install opencv-data.")
    }

    private static func text(of path: String) throws(FacecapError) -> String {
        let bytes = try Files.read(path, limit: maximumByteCount, unusable: .modelUnreadable)
        return String(decoding: bytes, as: UTF8.self)
    }
}
