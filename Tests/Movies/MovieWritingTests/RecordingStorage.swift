// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Synchronization

@testable import MovieWriting

/// A file in memory that remembers each state it was in when it was made safe, and that can be full.
final class RecordingStorage: MovieStorage {
    private struct State {
        var bytes: [UInt8] = []
        var states: [[UInt8]] = []
        var isRemoved = false
        var published: [UInt8]?
        var limit: Int
        var room: Int
        var synchronizationCount = 0
        var synchronizationLimit = Int.max
        var readAction: (@Sendable () -> Void)?
    }

    private let state: Mutex<State>

    /// A file that takes so many bytes, and `room` more once it was cut.
    init(limit: Int = .max, roomAfterCut room: Int = .max) {
        state = Mutex(State(limit: limit, room: room))
    }

    var bytes: [UInt8] { state.withLock { $0.bytes } }

    /// The content after each write that changed what readers see.
    var states: [[UInt8]] { state.withLock { $0.states } }

    /// What was in the file when it got its name; `nil` before.
    var published: [UInt8]? { state.withLock { $0.published } }

    var isRemoved: Bool { state.withLock { $0.isRemoved } }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(FacecapError) {
        let new = Array(bytes)
        let isFull = state.withLock { state in
            let end = Int(offset) + new.count
            guard end <= state.limit else { return true }
            if end > state.bytes.count {
                state.bytes += Array(repeating: 0, count: end - state.bytes.count)
            }
            state.bytes.replaceSubrange(Int(offset)..<end, with: new)
            state.states.append(state.bytes)
            return false
        }
        if isFull { throw FacecapError(.storageFull, "No room.") }
    }

    func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int64) throws(FacecapError)
        -> Int
    {
        state.withLock { $0.readAction }?()
        let part = state.withLock { Array($0.bytes.dropFirst(Int(offset)).prefix(bytes.count)) }
        bytes.copyBytes(from: part)
        return part.count
    }

    /// Has something done whenever it is read.
    func whenRead(_ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.readAction = action }
    }

    /// Makes it fail to become safe after so many times.
    func failSynchronizing(after count: Int) {
        state.withLock { $0.synchronizationLimit = count }
    }

    /// How often it was to be made safe.
    var synchronizationCount: Int { state.withLock { $0.synchronizationCount } }

    func synchronize() throws(FacecapError) {
        let isSafe = state.withLock { state in
            state.synchronizationCount += 1
            return state.synchronizationCount <= state.synchronizationLimit
        }
        if !isSafe { throw FacecapError(.outputFailed, "The disk fails.") }
    }

    func publish() throws(FacecapError) {
        state.withLock { $0.published = $0.published ?? $0.bytes }
    }

    func truncate(to length: Int64) throws(FacecapError) {
        state.withLock { state in
            state.bytes.removeLast(max(0, state.bytes.count - Int(length)))
            let (limit, isTooLarge) = Int(length).addingReportingOverflow(state.room)
            state.limit = isTooLarge ? .max : limit
        }
    }

    func remove() { state.withLock { $0.isRemoved = true } }
}

extension MovieWriter {
    /// A writer to a file in memory.
    convenience init(
        recording storage: RecordingStorage, tracks: [MovieWriter.TrackDescription],
        configuration: Configuration = .init()
    ) throws(FacecapError) {
        try self.init(
            storage: storage, path: "memory.mp4", tracks: tracks, configuration: configuration)
    }
}
