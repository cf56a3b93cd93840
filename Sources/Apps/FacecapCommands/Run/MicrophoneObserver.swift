// SPDX-License-Identifier: Apache-2.0
import Facecap
import Synchronization

/// Hands what happens to the microphone to the presenter, and keeps people informed beside it.
final class MicrophoneObserver: CaptureAudioDataOutputSampleBufferDelegate {
    private struct State {
        var lastTime: MediaTime?
        var driftPPM: Double?
        var sampleRate = 48_000
        var lostCount = 0
        var isInterrupted = false
        var hasToldOfLoss = false
    }

    private let presenter: any RunPresenter
    private let showsStatistics: Bool
    private let console: RunConsole
    private let state = Mutex(State())

    init(presenter: any RunPresenter, showsStatistics: Bool, console: RunConsole) {
        self.presenter = presenter
        self.showsStatistics = showsStatistics
        self.console = console
    }

    /// Sample frames that were lost so far.
    var lostSampleCount: Int { state.withLock { $0.lostCount } }

    func audioDataOutput(
        _ output: CaptureAudioDataOutput, didOutput sampleBuffer: AudioSampleBuffer,
        from connection: CaptureConnection
    ) {
        let drift = connection.input.clockDriftPPM
        state.withLock { state in
            state.lastTime = sampleBuffer.presentationTime
            state.sampleRate = sampleBuffer.sampleRate
            state.driftPPM = drift ?? state.driftPPM
        }
    }

    func audioDataOutput(
        _ output: CaptureAudioDataOutput, didReceive notice: CaptureDelivery.Notice,
        from connection: CaptureConnection
    ) {
        // The cameras tell of it.
        if case .systemPressure = notice { return }
        presenter.showMicrophone(notice, at: state.withLock { $0.lastTime })
        guard let message = message(of: notice) else { return }
        let isOver = if case .interruptionEnded = notice { true } else { false }
        if isOver || notice.tellsOfExchange {
            console.remark(message)
        } else {
            console.say(message)
        }
    }

    /// Says what was lost, and what was asked for.
    func finish() {
        let state = state.withLock { $0 }
        if state.lostCount > 0 {
            console.say("\(Self.seconds(of: state)) s of audio were lost; they are silent")
        }
        guard showsStatistics else { return }
        let drift = state.driftPPM.map {
            "its clock runs \(abs(($0 * 10).rounded() / 10)) ppm \($0 < 0 ? "slow" : "fast")"
        }
        console.say(
            "microphone: \(drift ?? "its clock is not known yet"), "
                + "\(state.lostCount) sample frames lost")
    }

    /// What people are told of a notice: of losses only the first, outside of interruptions.
    private func message(of notice: CaptureDelivery.Notice) -> String? {
        state.withLock { state in
            switch notice {
            case .interrupted(let reason):
                state.isInterrupted = true
                return "audio interrupted: \(reason)"
            case .interruptionEnded(let gap):
                state.isInterrupted = false
                return "the microphone gives audio again" + gap.lengthText
            case .lostAudio(let count):
                state.lostCount += count
                guard !state.isInterrupted, !state.hasToldOfLoss else { return nil }
                state.hasToldOfLoss = true
                return "audio was lost; there is silence in its place"
            case .warning(let error), .ended(.error(let error)): return error.message
            case .lost, .systemPressure, .subjectAreaChanged, .frameDurationChanged, .ended:
                return nil
            }
        }
    }

    private static func seconds(of state: State) -> Double {
        (Double(state.lostCount) / Double(state.sampleRate) * 1000).rounded() / 1000
    }
}
