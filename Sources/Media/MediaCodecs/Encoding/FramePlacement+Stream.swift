// SPDX-License-Identifier: Apache-2.0
package import FaceValues

extension FramePlacement {
    /// Where a frame of one size lies in those of a stream that begins with one of another; `nil` where it fills them.
    package init?(of size: Size, inStreamBeginningWith first: Size) {
        let image = (width: Int(size.width), height: Int(size.height))
        // A stream has an even number of columns and rows.
        let frame = (width: Int(first.width) & ~1, height: Int(first.height) & ~1)
        guard !ImageFit.needsNoScaling(image, in: frame) else { return nil }
        let fit = ImageFit(of: image, in: frame)
        guard fit.width < frame.width || fit.height < frame.height else { return nil }
        self.init(
            part: Rect(
                x: Double(fit.x), y: Double(fit.y), width: Double(fit.width),
                height: Double(fit.height)),
            in: Size(width: Double(frame.width), height: Double(frame.height)))
    }
}
