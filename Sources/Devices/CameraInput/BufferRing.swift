// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Synchronization

/// The driver's buffers as this process sees them: the owner of their mappings, and the way back to
/// the driver for each of them.
///
/// Frames may hold on to buffers when the camera is closed: the memory stays until the last one lets
/// go of it.
final class BufferRing: Sendable {
    private struct State {
        /// Buffers that the driver has.
        var queuedCount = 0
        var isClosed = false
        var failure: SystemCallFailure?
    }

    /// The fewest buffers with which a driver can fill one while another one is handed over.
    private static let fewestQueued = 2

    private let calls: any VideoDeviceCalls
    private let device: Int32
    private let mappings: [Mapping]
    private let state = Mutex(State())

    /// The buffers of a device, all of them in this process's hands; mappings are taken over.
    init(calls: any VideoDeviceCalls, device: Int32, mappings: [Mapping]) {
        self.calls = calls
        self.device = device
        self.mappings = mappings
    }

    var count: Int { mappings.count }

    /// Whether the driver can do without the buffers that it does not have now.
    var canSpareBuffers: Bool { state.withLock { $0.queuedCount >= Self.fewestQueued } }

    /// Hands all buffers to the driver, before it streams.
    func queueAll() throws(SystemCallFailure) {
        for index in mappings.indices { giveBack(index) }
        try check()
    }

    /// A buffer that the driver has filled, to be given back when nobody holds it; `nil` for a number
    /// that no buffer has.
    func take(_ index: Int) -> FilledBuffer? {
        guard mappings.indices.contains(index) else { return nil }
        state.withLock { $0.queuedCount -= 1 }
        return FilledBuffer(memory: mappings[index].memory, index: index, ring: self)
    }

    /// Throws why a buffer could not be given back, once.
    func check() throws(SystemCallFailure) {
        let failure = state.withLock { $0.failure.take() }
        if let failure { throw failure }
    }

    /// Gives no more buffers back, before the device is closed.
    func close() { state.withLock { $0.isClosed = true } }

    fileprivate func giveBack(_ index: Int) {
        state.withLock { state in
            guard !state.isClosed else { return }
            do throws(SystemCallFailure) {
                try calls.queueBuffer(index, of: device)
                state.queuedCount += 1
            } catch {
                state.failure = error
            }
        }
    }

    /// A buffer's memory in this process, until its end.
    final class Mapping: @unchecked Sendable {
        let memory: UnsafeRawBufferPointer
        private let calls: any VideoDeviceCalls

        /// Takes over memory that `calls` has mapped.
        init(_ memory: UnsafeRawBufferPointer, calls: any VideoDeviceCalls) {
            self.memory = memory
            self.calls = calls
        }

        deinit { calls.unmap(memory) }
    }
}

/// A buffer with a frame in it; it goes back to the driver by itself when nobody holds it any more,
/// on the thread that lets go of it last.
final class FilledBuffer {
    let memory: UnsafeRawBufferPointer
    private let index: Int
    private let ring: BufferRing

    fileprivate init(memory: UnsafeRawBufferPointer, index: Int, ring: BufferRing) {
        self.memory = memory
        self.index = index
        self.ring = ring
    }

    /// Whether it can be kept for long without the driver running out of buffers.
    var canBeKept: Bool { ring.canSpareBuffers }

    deinit { ring.giveBack(index) }
}
