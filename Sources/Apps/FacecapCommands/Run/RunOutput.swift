// SPDX-License-Identifier: Apache-2.0
import Facecap
import Synchronization

/// Standard output for a run: once it cannot be written, nothing more is, and the run is told once.
final class RunOutput: Sendable {
    private enum State {
        case open
        case readerGone
        case failed(FacecapError)
    }

    private let output: StandardOutput
    private let cannotWrite: @Sendable () -> Void
    private let state = Mutex(State.open)

    /// - Parameter cannotWrite: called once when nothing more can be written.
    init(_ output: StandardOutput, cannotWrite: @escaping @Sendable () -> Void) {
        self.output = output
        self.cannotWrite = cannotWrite
    }

    /// Writes whole lines, unless an earlier write failed; waits for a slow reader.
    func write(_ lines: [UInt8]) {
        let isLastWrite = state.withLock { state in
            guard case .open = state else { return false }
            do throws(FacecapError) {
                guard try output.write(lines) == .readerGone else { return false }
                state = .readerGone
            } catch {
                state = .failed(error)
            }
            return true
        }
        if isLastWrite { cannotWrite() }
    }

    /// Throws why writing failed; a reader that went away is no failure.
    func check() throws(FacecapError) {
        if case .failed(let error) = state.withLock({ $0 }) { throw error }
    }
}
