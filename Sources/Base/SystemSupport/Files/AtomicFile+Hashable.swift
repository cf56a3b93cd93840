// SPDX-License-Identifier: Apache-2.0
extension AtomicFile: Hashable {
    /// Whether both are the same value.
    package static func == (one: AtomicFile, other: AtomicFile) -> Bool { one === other }

    /// Hashes the value's identity.
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
