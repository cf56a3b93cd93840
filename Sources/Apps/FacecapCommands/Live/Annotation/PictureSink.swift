import Facecap

/// Where finished pictures of one size go; used by one thread at a time.
protocol PictureSink: AnyObject, Sendable {
    /// Takes the next picture, in ``PixelFormat/i420``, and waits where its reader is slow.
    ///
    /// - Parameter frameRate: nominal frames a second; `nil` when unknown.
    /// - Returns: whether anybody wants more.
    func write(_ picture: PixelBuffer, frameRate: Double?) throws(FacecapError) -> Bool
    /// What `--stats` says of it at the end.
    var summary: String { get }
}

extension VideoOutputDevice: PictureSink {
    var summary: String { "\(path): \(shownCount) pictures shown, \(droppedCount) dropped" }
}
