import Glibc

/// Tells a machine without memory from input that asks for an absurd amount of it.
package enum MemoryCheck {
    /// Bytes that every container and decoder may need beside its data.
    private static let reserve = 64 << 20

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
}
