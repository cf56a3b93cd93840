// SPDX-License-Identifier: Apache-2.0
extension Preview {
    /// Does what is requested in front of a preview.
    ///
    /// The preview holds on to it until it is closed. It is called on the preview's thread `fc.preview` and
    /// must not block.
    public protocol Delegate: AnyObject, Sendable {
        /// What there is to tell now; asked for four times a second. The latency is the preview's own.
        var previewStatus: Status { get }
        /// Somebody requests something.
        func previewDidReceive(_ command: Command)
    }
}
