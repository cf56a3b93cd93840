// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
import Glibc
internal import SystemSupport

/// The cascade files of OpenCV's data package.
struct HaarCascades {
    let frontal: String
    let profile: String
    let eye: String

    /// The first of `folders` that holds all three files.
    init(in folders: [String]) throws(FacecapError) {
        for folder in folders {
            let frontal = folder + "/haarcascade_frontalface_alt2.xml"
            let profile = folder + "/haarcascade_profileface.xml"
            let eye = folder + "/haarcascade_eye.xml"
            let paths: [String] = [frontal, profile, eye]
            if paths.allSatisfy({ access($0.cPath, R_OK) == 0 }) {
                self.frontal = frontal
                self.profile = profile
                self.eye = eye
                return
            }
        }
        throw FacecapError(
            .modelNotFound,
            "The Haar cascades are not in \(folders.joined(separator: ", ")), install opencv-data.")
    }
}
