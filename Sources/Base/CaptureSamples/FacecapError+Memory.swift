// SPDX-License-Identifier: Apache-2.0
package import FaceValues
import Glibc

extension FacecapError {
    /// No memory for something, as `the next image`.
    package static func noMemory(for what: String) -> FacecapError {
        FacecapError(
            .systemFailed,
            "There is no memory for \(what); close other programs or raise the limit (ulimit -v).",
            errno: ENOMEM)
    }

    /// No memory for `what`, where that is behind an exception of which a C++ shim left `errno`;
    /// otherwise `nil`.
    package static func noMemory(behind errno: CInt, for what: String) -> FacecapError? {
        // Libraries turn what they catch into exceptions of their own.
        errno == ENOMEM || MemoryCheck.isExhausted() ? .noMemory(for: what) : nil
    }
}
