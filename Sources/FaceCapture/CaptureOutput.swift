public import CaptureSamples

/// Where samples go.
///
/// An output belongs to at most one running session; the session calls all three functions, never
/// two at a time.
public protocol CaptureOutput: AnyObject, Sendable {
    /// The kind of samples the output takes.
    var mediaType: MediaType { get }
    /// Gets ready before the first delivery.
    ///
    /// - Parameter isLossless: whether ``deliver(_:from:)`` waits while the output is busy (a file)
    ///   or must return at once (a camera).
    func start(isLossless: Bool)
    /// Takes the next thing, on the capture thread of its input.
    func deliver(_ delivery: CaptureDelivery, from connection: CaptureConnection)
    /// Finishes what was delivered and waits for it; the output may be started again.
    func finish()
}
