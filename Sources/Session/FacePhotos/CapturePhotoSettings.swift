// SPDX-License-Identifier: Apache-2.0
public import FaceValues
public import MediaCodecs
internal import SystemSupport

/// What photos are asked for in one call: of which frames, and what becomes of them.
public struct CapturePhotoSettings: Sendable, Hashable {
    /// Which of the frames is taken.
    public enum Moment: Sendable, Hashable {
        /// The next one.
        case next
        /// Of those within this time the one whose observed faces have the greatest sum of capture
        /// qualities, of equal ones the first; at the source's end, of those that came.
        case best(within: MediaTime)
    }

    /// How photos are encoded: as the ending of ``path`` says.
    public var codec = ImageCodec.jpeg(quality: 0.9)
    /// Where they are written, in a name that ends in `.jpg`, `.png` or `.heic`; `nil` leaves the bytes to the
    /// delegate. Of several photos each has its number before the ending: `name-001.jpg`.
    public var path: String?
    /// How many, at least 1; `nil` for as many as come until the session ends.
    public var count: Int? = 1
    /// No photo is of a frame so soon after the first one since it was asked for.
    public var delay = MediaTime.zero
    /// The time from one photo to the next; with 0 every frame is one.
    public var interval = MediaTime.zero
    /// Which frame is taken.
    public var moment = Moment.next
    /// Whether frames in which no face was observed are passed by.
    public var waitsForFaces = false
    /// Photos that are exposed differently, one right after the other; `nil` for none. They begin when the first one
    /// would be taken, and are as many as the bracket has: ``count`` and ``interval`` are not looked at. The camera
    /// is exposed as before once they are there, also where one fails or the session ends.
    public var bracket: Bracket?
    /// When the lamp flashes; the photo is then a frame that was taken in its light.
    public var flashMode = FlashMode.off
    /// Whether each photo has the distances of its moment, of a depth camera of the session: in
    /// ``CapturePhoto/depth``, and where photos are written in a PNG beside each, `name.depth.png`. It needs
    /// ``CapturePhotoOutput/isDepthDataDeliveryEnabled``. Frames without distances are passed by, for two seconds.
    public var isDepthDataDeliveryEnabled = false
    /// The program that takes it, for the metadata.
    public var software: String?
    /// What the photo has in common with the movie around it, a UUID; `nil` without one.
    public var contentIdentifier: String?
    /// Whether files that exist are replaced.
    public var overwritesExistingFiles = false

    /// One photo, of the next frame, encoded as the ending of its path says; a JPEG without a path.
    public init(path: String? = nil) {
        self.path = path
        switch path.flatMap({ PhotoFile.FileType(path: $0) }) {
        case .png: codec = .png
        case .heic: codec = .heic(quality: 0.9)
        case .jpeg, nil: break
        }
    }

    /// The path of the nth photo, counted from 1; `nil` where none is written.
    public func path(ofPhoto number: Int) -> String? {
        photoCount != 1 ? path?.numbered(number) : path
    }

    /// The path of the distances of the nth photo; `nil` where none are written.
    public func depthPath(ofPhoto number: Int) -> String? {
        guard isDepthDataDeliveryEnabled, let path = path(ofPhoto: number) else { return nil }
        return path.withoutPathExtension + ".depth.png"
    }

    /// The number in the name of the nth photo: of several that may replace none, those behind the first pass by names
    /// that other files have, so that a long series does not end with one.
    func freeNumber(ofPhoto number: Int) -> Int {
        guard photoCount != 1, number > 1, !overwritesExistingFiles else { return number }
        var free = number
        while [path(ofPhoto: free), depthPath(ofPhoto: free)].contains(where: {
            $0.map(Files.exists) ?? false
        }) { free += 1 }
        return free
    }

    /// Throws what is known to stand against the first photo: a quality outside 0...1 or an ending that is not that of
    /// its codec (`invalidArgument`), a file that exists and may not be replaced (`outputFailed` with `EEXIST`), a folder that
    /// is missing or may not be written to.
    public func checkPath() throws(FacecapError) {
        try checkCodec()
        guard let path = path(ofPhoto: 1) else { return }
        try AtomicFile.check(path, overwriting: overwritesExistingFiles)
        guard let depthPath = depthPath(ofPhoto: 1) else { return }
        try AtomicFile.check(depthPath, overwriting: overwritesExistingFiles)
    }

    /// Throws where photos cannot be encoded so, or would be written under a name that says something else of them.
    func checkCodec() throws(FacecapError) {
        try codec.validate()
        guard let path else { return }
        let fileType = PhotoFile.FileType(codec)
        guard try PhotoFile.FileType(ofPhoto: path) != fileType else { return }
        throw FacecapError(
            .invalidArgument,
            "\(path) would be a \(fileType.rawValue.uppercased()); choose the codec that its ending says, or"
                + " another name.")
    }
}
