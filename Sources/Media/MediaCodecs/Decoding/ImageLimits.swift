// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// What sizes of frames are believed; a header that claims more is damaged or hostile.
package enum ImageLimits {
    package static let maximumSide = 16384
    package static let maximumPixels: Int64 = 1 << 27

    /// Throws where a frame is larger.
    package static func check(width: Int, height: Int, of name: String) throws(FacecapError) {
        guard width <= maximumSide, height <= maximumSide,
            Int64(width) * Int64(height) <= maximumPixels
        else {
            throw FacecapError(
                .mediaUnreadable,
                "\(name) has frames of \(width)x\(height) pixels, more than "
                    + "\(maximumSide) a side or \(maximumPixels / 1_000_000) million; scale it down first."
            )
        }
    }
}
