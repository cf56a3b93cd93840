// SPDX-License-Identifier: Apache-2.0
import Facecap
import Synchronization

/// Writes the stream contract of audio alone to standard output: a session, events and an end.
final class AudioStream: Sendable {
    private let header: StreamAudioHeader
    private let output: RunOutput
    private let encoder: Mutex<FaceStreamEncoder>

    /// - Parameter header: what the stream says of itself.
    init(_ header: StreamAudioHeader, includesClock: Bool, output: RunOutput) {
        self.header = header
        self.output = output
        var options = FaceStreamEncoder.Options()
        options.includesClock = includesClock
        encoder = Mutex(FaceStreamEncoder(space: .displayed, clock: .now, options: options))
    }

    func begin() { write { $0.session(header) } }

    /// Writes what happened at `time`.
    func show(_ notice: CaptureDelivery.Notice, at time: MediaTime) {
        if let event = StreamEvent(notice) { show(event, at: time) }
    }

    /// Writes what became of the recording by `time`.
    func show(_ event: StreamEvent, at time: MediaTime) { write { $0.event(event, at: time) } }

    func end(_ ending: RunEnding, _ status: CaptureAudioFileOutput.Status) {
        write {
            $0.end(
                reason: ending.name, ledgers: [(nil, FrameLedger())],
                audioDuration: status.duration, lostAudioCount: status.lostFrameCount)
        }
    }

    private func write(_ makeLine: (inout FaceStreamEncoder) -> [UInt8]) {
        output.write(encoder.withLock { makeLine(&$0) })
    }
}
