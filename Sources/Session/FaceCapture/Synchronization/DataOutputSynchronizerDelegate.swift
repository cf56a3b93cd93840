/// Receives what belongs to one instant, on the synchronizer's own thread.
public protocol DataOutputSynchronizerDelegate: AnyObject, Sendable {
    /// The next instant, in order.
    func dataOutputSynchronizer(
        _ synchronizer: DataOutputSynchronizer, didOutput collection: SynchronizedDataCollection)
}
