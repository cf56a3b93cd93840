// SPDX-License-Identifier: Apache-2.0
package import Synchronization

extension Mutex {
    /// Takes the queue away and waits until all it holds has been received.
    package func finishQueue<Item: Sendable>() where Value == DeliveryQueue<Item>? {
        let last = withLock { $0.take() }
        last?.finish()
    }
}
