// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Synchronization

/// The right of one owner in this process to change the properties of a camera.
struct ConfigurationLock: ~Copyable {
    private static let taken = Mutex<Set<String>>([])
    private let path: String

    /// Takes the right; throws `.deviceBusy` while it is someone else's.
    init(_ path: String) throws(FacecapError) {
        guard Self.taken.withLock({ $0.insert(path).inserted }) else {
            throw FacecapError(
                .deviceBusy,
                "Another program is changing the properties of \(path); wait until it has finished."
            )
        }
        self.path = path
    }

    deinit { Self.taken.withLock { _ = $0.remove(path) } }
}
