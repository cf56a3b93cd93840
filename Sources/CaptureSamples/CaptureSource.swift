public import FaceValues

/// Where samples come from: a camera, a file, a drawn scene.
///
/// All calls come from one thread, the capture thread of the session, except ``cancel()``.
/// A source is made in an open state: what cannot be opened throws when it is made.
public protocol CaptureSource: AnyObject, Sendable {
    /// What the pictures are like; of a source whose size changes midway, the first ones.
    var videoFormat: VideoFormat { get }
    /// What the sound is like; `nil` when the source hands out none.
    var audioFormat: AudioFormat? { get }
    /// What the encoded samples are like, of the kinds that come encoded.
    var encodedFormats: EncodedFormats { get }
    /// Whether time passes while nobody reads: a live source's late frames are discarded, any other
    /// source waits for its readers and loses nothing.
    var isLive: Bool { get }
    /// Frames the source expects to deliver, for progress only; `nil` when unknown.
    var estimatedFrameCount: Int? { get }
    /// Waits for the next event; `nil` at the end of the stream, or soon after ``cancel()``.
    func nextEvent() throws(FacecapError) -> CaptureEvent?
    /// Makes a waiting ``nextEvent()``, and every later one, return `nil` soon; from any thread.
    func cancel()
}

extension CaptureSource {
    /// There is no sound.
    public var audioFormat: AudioFormat? { nil }
    /// Nothing comes encoded.
    public var encodedFormats: EncodedFormats { EncodedFormats() }
}
