// SPDX-License-Identifier: Apache-2.0
/// Receives what belongs to one instant, on the synchronizer's own thread.
public protocol CaptureDataOutputSynchronizerDelegate: AnyObject, Sendable {
    /// The next instant, in order.
    func dataOutputSynchronizer(
        _ synchronizer: CaptureDataOutputSynchronizer,
        didOutput collection: CaptureSynchronizedDataCollection)
}
