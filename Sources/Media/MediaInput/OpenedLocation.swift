// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
package import FaceValues
package import MediaCodecs

/// A location with what reading it takes where that is not its own.
package struct OpenedLocation {
    let location: MediaLocation
    let cancellation: Cancellation
    /// The location where it is open already.
    private(set) var file: OpenMediaFile?
    /// What provides the memory of frames; `nil` for the decoder itself.
    package var pool: FramePool?
    /// Where reading goes on that was cut off; `nil` at the beginning.
    package var resumption: Resumption?

    /// A location that is opened by its name.
    ///
    /// - Parameter cancellation: ends every wait; `nil` for one of its own.
    package init(
        _ location: MediaLocation, cancellation: Cancellation? = nil
    ) throws(FacecapError) {
        self.location = location
        self.cancellation = if let cancellation { cancellation } else { try Cancellation() }
    }

    /// A location that is read in a process of its own, which ends when nobody wants more.
    ///
    /// - Parameters:
    ///   - file: the location where it is open already.
    ///   - heartbeatInterval: nanoseconds from one heartbeat to the next, at least.
    ///   - heartbeat: called while data is waited for or passed over, on the thread that reads.
    package init(
        _ location: MediaLocation, file: OpenMediaFile?, heartbeatInterval: Int64 = 1_000_000_000,
        heartbeat: @escaping @Sendable () -> Void
    ) {
        self.location = location
        self.file = file
        cancellation = Cancellation(
            heartbeatInterval: heartbeatInterval, heartbeat: heartbeat)
    }

    /// The image, where the location is a file of HEIF, which FFmpeg does not read; otherwise `nil`, and nothing of it has
    /// been read.
    mutating func readHEIF() throws(FacecapError) -> PixelBuffer? {
        if case .url = location { return nil }
        let file = if let file { file } else { try OpenMediaFile(location) }
        self.file = file
        guard HEIFDecoder.begins(file.peek(HEIFDecoder.headByteCount, cancellation)) else {
            return nil
        }
        let bytes = try file.readAll(limit: Self.maximumImageBytes, cancellation, of: location)
        return try HEIFDecoder.decode(bytes, name: "\(location)")
    }

    /// No photo takes more.
    private static let maximumImageBytes = 512 << 20
}

/// Where reading of a file goes on that could not be decoded so far.
package struct Resumption: Sendable, Hashable {
    /// The presentation time of the last frame that is known.
    package var time: MediaTime
    /// How many frames behind it, at which decoding could begin, are passed over.
    package var passedSyncFrames: Int

    /// A place behind a time.
    package init(after time: MediaTime, passedSyncFrames: Int) {
        self.time = time
        self.passedSyncFrames = passedSyncFrames
    }
}
