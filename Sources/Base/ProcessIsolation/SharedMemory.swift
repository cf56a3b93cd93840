// SPDX-License-Identifier: Apache-2.0
internal import CIsolation
package import SystemSupport

/// Memory that several processes have.
package enum SharedMemory {
    /// New memory that is zero and never changes its size; `nil` where the system refuses it. The corresponding C
    /// function is `memfd_create`.
    package static func make(byteCount: Int) -> FileDescriptor? {
        let number = facecap_memory_create(byteCount)
        return number >= 0 ? FileDescriptor(owning: number) : nil
    }
}
