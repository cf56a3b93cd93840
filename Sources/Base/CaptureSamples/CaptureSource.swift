// SPDX-License-Identifier: Apache-2.0
public import FaceValues

/// Where samples come from: a camera, a file, a drawn scene.
///
/// A source belongs to one thread at a time: it is made in an open state, where what cannot be opened throws,
/// and is then handed over to the capture thread of a session, which alone reads it. Other threads know its
/// ``control`` only.
public protocol CaptureSource: AnyObject {
    /// What other threads may ask of the source: the same object each time.
    var control: any CaptureSourceControl { get }
    /// What the frames are like; of a source whose size changes midway, the first ones; `nil` when
    /// the source hands out none.
    var videoFormat: VideoFormat? { get }
    /// What the audio is like; `nil` when the source hands out none.
    var audioFormat: AudioFormat? { get }
    /// What the depth images are like; `nil` when the source hands out none.
    var depthFormat: VideoFormat? { get }
    /// What the encoded samples are like, of the kinds that come encoded.
    var encodedFormats: EncodedSample.Formats { get }
    /// Whether time passes while nobody reads: a live source's late frames are discarded, any other
    /// source waits for its readers and loses nothing.
    var isLive: Bool { get }
    /// What presentation times count from.
    var timebase: CaptureEvent.Timebase { get }
    /// What keeps what decodes the source's data from everything else; `nil` where nothing is decoded.
    var isolation: IsolationLevel? { get }
    /// Frames the source expects to deliver, for progress only; `nil` when unknown.
    var estimatedFrameCount: Int? { get }
    /// Waits for the next event; `nil` at the end of the stream, or soon after
    /// ``CaptureSourceControl/cancel()``.
    func nextEvent() throws(FacecapError) -> CaptureEvent?
    /// Tells how large frames have to be for those who look at them: at least `longerSide` pixels on
    /// the longer side, or as they are for `nil`. A source that makes smaller ones for less may do so.
    func needsFrames(ofLongerSide longerSide: Int?)
    /// Tells which kinds of samples anybody takes, before the first ``nextEvent()`` and whenever that
    /// changes. A source may hand out others all the same.
    func needsSamples(of mediaTypes: Set<MediaType>)
    /// Makes frames come at another rate from now on, without a gap.
    ///
    /// Throws `.formatUnsupported` where the source has no choice of rates, or none as high.
    ///
    /// - Returns: the rate that the source made of it, which its formats have from now on; `nil` where the device has
    ///   to be opened again for it.
    func setFrameRate(_ frameRate: Double) throws(FacecapError) -> Double?
}

extension CaptureSource {
    /// Nothing is decoded.
    public var isolation: IsolationLevel? { nil }
    /// There is no audio.
    public var audioFormat: AudioFormat? { nil }
    /// There are no distances.
    public var depthFormat: VideoFormat? { nil }
    /// The stream's own beginning.
    public var timebase: CaptureEvent.Timebase { .stream }
    /// Nothing comes encoded.
    public var encodedFormats: EncodedSample.Formats { EncodedSample.Formats() }
    /// Frames stay as they are.
    public func needsFrames(ofLongerSide longerSide: Int?) {}
    /// There is no choice of rates.
    public func setFrameRate(_ frameRate: Double) throws(FacecapError) -> Double? {
        throw FacecapError(
            .formatUnsupported,
            "The source has a fixed frame rate; only a camera can change its own.")
    }
    /// All kinds are handed out.
    public func needsSamples(of mediaTypes: Set<MediaType>) {}

    /// The kinds of samples the source hands out.
    public var mediaTypes: Set<MediaType> {
        var types: Set<MediaType> = []
        if videoFormat != nil || encodedFormats.video != nil { types.insert(.video) }
        if audioFormat != nil || encodedFormats.audio != nil { types.insert(.audio) }
        if depthFormat != nil { types.insert(.depth) }
        return types
    }
}

extension CaptureSource where Self: CaptureSourceControl {
    /// The source itself, which any thread may use.
    public var control: any CaptureSourceControl { self }
}
