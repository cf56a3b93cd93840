// SPDX-License-Identifier: Apache-2.0
import FaceValues
import MovieReading
import Synchronization

@testable import MovieWriting

/// A movie file in memory that remembers what it was after each write, and that a crash can stop.
final class MemoryFile: MovieStorage, MovieBytes {
    private struct State {
        var bytes: [UInt8]
        var history: [[UInt8]] = []
        var writesLeft: Int
        var tornByteCount: Int?

        mutating func put(_ new: ArraySlice<UInt8>, at offset: Int) {
            let end = offset + new.count
            if end > bytes.count { bytes += Array(repeating: 0, count: end - bytes.count) }
            bytes.replaceSubrange(offset..<end, with: new)
            history.append(bytes)
        }
    }

    private let state: Mutex<State>
    let name = "memory.mp4"
    let byteCount: Int64

    /// A file with some content that takes so many writes; of the next one it takes `tornByteCount`
    /// bytes and fails, or fails at once.
    init(_ bytes: [UInt8] = [], writes: Int = .max, tornByteCount: Int? = nil) {
        byteCount = Int64(bytes.count)
        state = Mutex(State(bytes: bytes, writesLeft: writes, tornByteCount: tornByteCount))
    }

    var bytes: [UInt8] { state.withLock { $0.bytes } }

    /// The content after each write and each cut.
    var history: [[UInt8]] { state.withLock { $0.history } }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(FacecapError) {
        let new = Array(bytes)
        let isWhole = state.withLock { state in
            state.writesLeft -= 1
            guard state.writesLeft >= 0 else {
                if state.writesLeft == -1, let torn = state.tornByteCount {
                    state.put(new.prefix(torn), at: Int(offset))
                }
                return false
            }
            state.put(new[...], at: Int(offset))
            return true
        }
        if !isWhole { throw FacecapError(.storageFull, "No room.") }
    }

    func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
        state.withLock { state in
            guard offset < state.bytes.count else { return 0 }
            let part = state.bytes[Int(offset)...].prefix(bytes.count)
            bytes.copyBytes(from: part)
            return part.count
        }
    }

    func synchronize() throws(FacecapError) {}

    func publish() throws(FacecapError) {}

    func truncate(to length: Int64) throws(FacecapError) {
        state.withLock { state in
            // A crash ends cuts too.
            guard state.writesLeft >= 0 else { return }
            state.bytes.removeLast(max(0, state.bytes.count - Int(length)))
            state.history.append(state.bytes)
        }
    }

    func remove() {}
}
