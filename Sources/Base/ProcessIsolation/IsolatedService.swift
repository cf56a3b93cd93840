// SPDX-License-Identifier: Apache-2.0
/// Something that a worker does with bytes of unknown origin.
package protocol IsolatedService: Sendable {
    /// Tells services apart.
    static var identifier: UInt8 { get }
    /// Loads what takes files to be loaded, before there is a worker of this service; on the only thread.
    func prepare()
    /// Loads what is seldom needed, in a worker that will need it and has all its rights yet; nothing of what it is to read
    /// has been read.
    func prepareMore()
    /// Answers requests until the other end is closed. What it may do is what its ``IsolationRules`` allow.
    ///
    /// - Parameters:
    ///   - channel: to the process that asks.
    ///   - input: what was handed over open; -1 where nothing was.
    func serve(_ channel: MessageChannel, input: Int32)
}

extension IsolatedService {
    /// There is nothing more to load.
    package func prepareMore() {}
}
