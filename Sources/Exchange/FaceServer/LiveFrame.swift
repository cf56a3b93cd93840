// SPDX-License-Identifier: Apache-2.0
/// A frame with its faces, ready to be sent.
package struct LiveFrame: Sendable {
    /// A line of the stream contract, with its line feed; `nil` where the faces have not come in time.
    package let record: [UInt8]?
    /// A JPEG file of the frame as it is displayed; `nil` where nobody looks.
    package let image: [UInt8]?
    /// `CLOCK_MONOTONIC` in nanoseconds when the image was taken.
    package let captureNanoseconds: Int64
    /// Frames that were dropped or lost so far.
    package let droppedCount: Int

    /// A frame with its faces.
    package init(
        record: [UInt8]?, image: [UInt8]?, captureNanoseconds: Int64, droppedCount: Int
    ) {
        self.record = record
        self.image = image
        self.captureNanoseconds = captureNanoseconds
        self.droppedCount = droppedCount
    }
}
