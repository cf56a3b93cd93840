// SPDX-License-Identifier: Apache-2.0
package import FaceValues

extension PixelBuffer {
    /// Its extent in pixels.
    package var size: Size { Size(width: Double(width), height: Double(height)) }
    /// All of it, in pixels.
    package var bounds: Rect { Rect(size: size) }
}
