// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Glibc

/// Whether the system has room for an encoder that does not ask before it takes it.
enum EncoderRoom {
    /// Images of which an encoder keeps copies before the first one comes out.
    private static let heldImages = 24

    /// Throws `systemFailed` where there is no memory for an encoder, or where its threads would not
    /// start.
    ///
    /// - Parameters:
    ///   - threads: how many it starts.
    ///   - pixels: of an image.
    static func check(name: String, threads: Int, pixels: Int) throws(FacecapError) {
        guard !MemoryCheck.isExhausted(needing: Int64(pixels) * 3 / 2 * Int64(heldImages)) else {
            throw .outOfMemory
        }
        guard canStart(threads: threads) else { throw .noThreads(name) }
    }

    /// Whether so many threads can exist at once beside those that there are: they are started, wait for
    /// one another and end.
    private static func canStart(threads count: Int) -> Bool {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { return false }
        var threads: [pthread_t] = []
        while threads.count < count {
            var thread = pthread_t()
            let code = pthread_create(
                &thread, nil,
                { pipe in
                    var byte: UInt8 = 0
                    _ = read(CInt(truncatingIfNeeded: Int(bitPattern: pipe)), &byte, 1)
                    return nil
                }, UnsafeMutableRawPointer(bitPattern: Int(ends[0])))
            guard code == 0 else { break }
            threads.append(thread)
        }
        close(ends[1])
        for thread in threads { pthread_join(thread, nil) }
        close(ends[0])
        return threads.count == count
    }
}
