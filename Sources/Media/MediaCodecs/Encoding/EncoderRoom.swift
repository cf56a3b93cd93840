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
        guard WorkerThread.shortage(of: threads) == nil else { throw .noThreads(name) }
    }
}
