// SPDX-License-Identifier: Apache-2.0
public import CaptureSamples
public import FaceValues

/// Where samples go.
///
/// An output belongs to at most one session. The session calls ``start(connections:isLossless:)``
/// before and ``finish()`` after everything else, of an output that others get metadata from before
/// theirs. Each input delivers on its own capture thread and each ``CaptureMetadataOutput`` on its own, so
/// deliveries along different connections may come at once. Observations come along a connection of
/// metadata, one for each frame of the same input, and name it by its `FrameID`.
public protocol CaptureOutput: AnyObject, Sendable {
    /// The kinds of samples the output takes; it has a connection for each.
    var mediaTypes: Set<MediaType> { get }
    /// Whether the output has a connection for each of its kinds from every one of its inputs, not from the
    /// first alone.
    var joinsInputs: Bool { get }
    /// How far behind the output is; asked for on the capture thread before each frame of a live
    /// source, which is dropped for all outputs where the answer is `full`.
    var load: CaptureSession.OutputLoad { get }
    /// Whether live frames pass the output by while another one is `busy`.
    var givesWayToRecordings: Bool { get }
    /// The pixels on the longer side beyond which larger frames are of no more use; `nil` where all of
    /// their size is. Asked for on the capture thread before each event.
    var neededLongerSide: Int? { get }
    /// Those of its kinds of samples with which it does something now; asked for on the capture thread before
    /// each event. What nobody needs a file does not decode.
    var neededMediaTypes: Set<MediaType> { get }
    /// Why the output cannot go on, such as `systemFailed` when there is no memory; `nil` while it can. Asked
    /// for on the capture thread after each event, and at the end: the stream ends with the error.
    var failure: FacecapError? { get }
    /// Gets ready before the first delivery.
    ///
    /// - Parameters:
    ///   - connections: the ways by which samples will come.
    ///   - isLossless: whether ``deliver(_:from:)`` waits while the output is busy (a file) or must
    ///     return at once (a camera).
    /// - Throws: why the output cannot take anything, such as `systemFailed` when the system has no
    ///   room for its thread; then nothing is delivered and ``finish()`` is not called.
    func start(connections: [CaptureConnection], isLossless: Bool) throws(FacecapError)
    /// Is told of other ways by which samples come from here on, as an input or an output came or went while the
    /// session runs. An input that came delivers afterwards.
    func connectionsDidChange(_ connections: [CaptureConnection])
    /// Takes the next thing, on the capture thread of its input.
    func deliver(_ delivery: CaptureDelivery, from connection: CaptureConnection)
    /// Finishes what was delivered and waits for it; the output may be started again.
    func finish()
}

extension CaptureOutput {
    /// Takes each kind from one input.
    public var joinsInputs: Bool { false }
    /// Never behind: what is late is discarded.
    public var load: CaptureSession.OutputLoad { .relaxed }
    /// Takes every frame.
    public var givesWayToRecordings: Bool { false }
    /// Wants frames as they are.
    public var neededLongerSide: Int? { nil }
    /// Needs all that it takes.
    public var neededMediaTypes: Set<MediaType> { mediaTypes }
    /// Always goes on.
    public var failure: FacecapError? { nil }
    /// Takes what comes, whichever way.
    public func connectionsDidChange(_ connections: [CaptureConnection]) {}
}
