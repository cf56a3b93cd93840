// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Where finished frames of one size go; used by one thread at a time.
protocol ImageSink: AnyObject, Sendable {
    /// Takes the next frame, in `PixelBuffer.Format.i420`, and waits where its reader is slow.
    ///
    /// - Parameter frameRate: nominal frames a second; `nil` when unknown.
    /// - Returns: whether anybody wants more.
    func write(_ image: PixelBuffer, frameRate: Double?) throws(FacecapError) -> Bool
    /// What `--stats` says of it at the end.
    var summary: String { get }
}

extension VideoOutputDevice: ImageSink {
    var summary: String { "\(path): \(shownCount.counted("frame")) shown, \(droppedCount) dropped" }
}
