// SPDX-License-Identifier: Apache-2.0
package import FaceValues
import Glibc

/// Tells a machine without memory from input that asks for an absurd amount of it.
package enum MemoryCheck {
    /// Bytes that every container and decoder may need beside its data.
    private static let reserve = 64 << 20
    /// Bytes that no honest input needs at once.
    private static let absurdByteCount: Int64 = 1 << 30

    /// Whether the system refuses what honest input of a size needs, at most 4 GiB.
    package static func isExhausted(needing byteCount: Int64 = 0) -> Bool {
        let length = reserve + Int(min(max(0, byteCount), 4 << 30))
        guard
            let memory = mmap(
                nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                -1, 0),
            memory != MAP_FAILED
        else { return true }
        munmap(memory, length)
        return false
    }

    /// Whether the process may have so much memory and no more (`ulimit -v`), as those that decode, which may not ask for
    /// it; or there is hardly any left.
    package static var isBounded: Bool {
        var limit = rlimit()
        let isLimited = [RLIMIT_AS, RLIMIT_DATA].contains {
            getrlimit(__rlimit_resource_t($0.rawValue), &limit) != 0
                || limit.rlim_cur != rlim_t.max
        }
        return isLimited || isExhausted()
    }

    /// Whether the code of a library says that the system has no memory: to input that asks for more
    /// than there can be, libraries say the same on a machine with plenty.
    package static func explains(_ code: CInt) -> Bool {
        code == -ENOMEM && isExhausted(needing: absurdByteCount)
    }

    /// Throws `systemFailed` where there is so little memory left that the program cannot go on with
    /// `what`: allocations of Swift do not fail, they end the process.
    package static func requireRoom(for what: String) throws(FacecapError) {
        if isExhausted() { throw .noMemory(for: what) }
    }
}
