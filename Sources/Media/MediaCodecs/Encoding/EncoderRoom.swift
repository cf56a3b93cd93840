// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
internal import SystemSupport

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
        let isOver = Monitor(false)
        var threads: [WorkerThread] = []
        defer {
            isOver.withLock { $0 = true }
            for thread in threads { thread.join() }
        }
        while threads.count < count {
            let thread = try? WorkerThread(name: "fc.probe") { isOver.wait { $0 ? () : nil } }
            guard let thread else { return false }
            threads.append(thread)
        }
        return true
    }
}
