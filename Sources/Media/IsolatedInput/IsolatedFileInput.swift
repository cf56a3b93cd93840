// SPDX-License-Identifier: Apache-2.0
public import CaptureSamples
public import FaceValues
public import MediaInput
package import ProcessIsolation

/// A video, an image, an address or the standard input as a source of samples, as `MediaFileSource` is, but read
/// and decoded in a process of its own that can reach nothing else.
///
/// The program has to call `serveIfAsked()` first of all: that process is the program itself, started again.
///
/// Frames lie where they were decoded, in memory that both processes have, unless the decoder has a format that is
/// converted, or many are kept at once: then each is copied once. Where the process is ended by what it reads, the
/// frames up to the next one at which decoding can begin are `.dropped(.decoderCrashed)` or
/// `.dropped(.decoderStalled)`, a `.warning` says so, and another process goes on: with files, at most three times.
/// All else is as that source does it; see `docs/isolation.md`.
public final class IsolatedFileInput: CaptureSource {
    /// What keeps the process that decodes from everything else.
    public var isolation: IsolationLevel? { input.level }
    /// The first frame's size and orientation, and the rate of the stream; `nil` where only audio is read.
    public var videoFormat: VideoFormat? { input.opened.videoFormat }
    /// The rate and the channels of the audio, where it is asked for and can be decoded.
    public var audioFormat: AudioFormat? { input.opened.audioFormat }
    /// What encoded samples are like; see `MediaFileSource.encodedFormats`.
    public var encodedFormats: EncodedSample.Formats { input.opened.encodedFormats }
    /// Whether frames come at the pace of their time stamps, or have the times at which they arrive.
    public var isLive: Bool { isRealTime || input.opened.isLive }
    /// Frames the container says it has, or its duration says.
    public var estimatedFrameCount: Int? { input.opened.estimatedFrameCount }
    /// `CLOCK_MONOTONIC` when the container was opened, as the process that decodes says.
    package var openedNanoseconds: Int64 { input.opened.openedNanoseconds }

    private let input: IsolatedSamples
    private let isRealTime: Bool
    private let cancellation: Cancellation
    private var pacer = EventPacer()

    /// What would keep the process that decodes from everything else, found out with one that decodes nothing.
    ///
    /// - Throws: `systemFailed` where it cannot be started.
    package static func availableIsolation() throws(FacecapError) -> IsolationLevel {
        try IsolationHost.shared.startWorker(
            FileInputService.self, rules: IsolationRules(), input: nil
        ).level
    }

    /// Opens a file, a URL such as `https://...` or `rtsp://...`, or `-` for the standard input, and decodes its
    /// first frame.
    ///
    /// Blocks until there is a first frame.
    ///
    /// - Parameters:
    ///   - location: see `MediaFileSource.init(_:options:)`.
    ///   - options: how it is read.
    ///   - isolation: what is asked of the process.
    /// - Throws: what `MediaFileSource` throws; `decoderCrashed` and `decoderStalled` where the process does not get
    ///   to the first frame; `systemFailed` where it cannot be started, or is not kept from what is required.
    public convenience init(
        _ location: String, options: MediaFileSource.Options = MediaFileSource.Options(),
        isolation: Isolation = Isolation()
    ) throws(FacecapError) {
        try self.init(MediaLocation(location), options: options, isolation: isolation)
    }

    /// Opens a file with workers of another program.
    package convenience init(
        path: String, options: MediaFileSource.Options = MediaFileSource.Options(),
        isolation: Isolation = Isolation(), host: IsolationHost
    ) throws(FacecapError) {
        try self.init(
            MediaLocation.file(path: path), options: options, isolation: isolation, host: host)
    }

    /// Opens the frames of a location, or its audio alone.
    ///
    /// - Parameter wanted: ends every wait; `nil` for one of its own.
    init(
        _ location: MediaLocation, purpose: FileInputMessage.Purpose = .frames,
        options: MediaFileSource.Options, isolation: Isolation, host: IsolationHost = .shared,
        cancellation wanted: Cancellation? = nil
    ) throws(FacecapError) {
        cancellation = if let wanted { wanted } else { try Cancellation() }
        input = try IsolatedSamples(
            OpenRequest(purpose, location, options), isolation: isolation, host: host,
            cancellation: cancellation)
        isRealTime = options.isRealTime
    }

    /// Takes the next event from the process that decodes; in real time, waits until a frame is due.
    ///
    /// Throws what `MediaFileSource.nextEvent()` throws; `decoderCrashed` and `decoderStalled` where another process
    /// does not get on either; afterwards the stream has ended.
    public func nextEvent() throws(FacecapError) -> CaptureEvent? {
        try pacer.next(isRealTime: isRealTime, cancellation: cancellation, input.next)
    }

    /// The number of the process that decodes now.
    package var workerProcess: Int32 { input.workerProcess }

    /// Ends every wait for data or for time.
    public var control: any CaptureSourceControl { cancellation }

    /// Tells the process which kinds are taken; see `MediaFileSource.needsSamples(of:)`.
    public func needsSamples(of mediaTypes: Set<MediaType>) { input.needs(mediaTypes) }
}

extension IsolatedFileInput {
    /// What is asked of the process that decodes.
    public struct Isolation: Sendable, Hashable {
        /// Whether nothing is decoded where the system offers less than `IsolationLevel.full`.
        public var isRequired: Bool
        /// The processor time that one frame of a file may take; a damaged or hostile file could otherwise take it for
        /// ever. Waiting for data takes none.
        public var stallLimit: MediaTime
        /// How long it may say nothing all the same; `nil` for ten times ``stallLimit``.
        package var silenceLimit: MediaTime?

        /// What is asked of the process; without arguments, what the system offers.
        public init(
            isRequired: Bool = false, stallLimit: MediaTime = MediaTime(value: 30, timescale: 1)
        ) {
            self.isRequired = isRequired
            self.stallLimit = stallLimit
        }
    }
}

extension IsolatedFileInput: SingleTimescaleSource {}
