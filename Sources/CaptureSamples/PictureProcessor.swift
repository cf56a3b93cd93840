public import FaceValues

/// Makes other pictures of the pictures of a source: something drawn on them, something covered.
public protocol PictureProcessor: AnyObject, Sendable {
    /// What becomes of the next picture; called once for each, in the source's order, on its capture
    /// thread. What it throws ends the stream: nothing leaves unprocessed.
    func process(_ sample: VideoSampleBuffer) throws(FacecapError) -> VideoSampleBuffer
}
