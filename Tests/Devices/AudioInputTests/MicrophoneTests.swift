// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Glibc
import Testing

@testable import AudioInput

/// The microphone on a card whose time is simulated: its samples tell when they were captured.
struct MicrophoneTests {
    private let card = ScriptedCard()

    private func capture(seconds: Int) throws -> (CapturedAudio, Microphone) {
        let card = card
        let microphone = try Microphone(
            open: { () throws(FacecapError) in try card.open() }, now: { card.now })
        return (try CapturedAudio(of: microphone, frameCount: seconds * 48_000), microphone)
    }

    /// How much later than it is handed out a sample was captured, in milliseconds; silence not.
    private func errors(_ audio: CapturedAudio) -> [Double] {
        let start = (audio.start?.seconds ?? 0) - 1000
        return audio.samples.indices.compactMap { index in
            let captured = Double(audio.samples[index]) * 1000
            return captured == 0 ? nil : (captured + 15 - start - Double(index) / 48_000) * 1000
        }
    }

    @Test(arguments: [-1000, -200, 0, 200, 1000] as [Double])
    func audioStaysWithTheClockOfTheHost(ppm: Double) throws {
        card.ppm = ppm
        let (audio, microphone) = try capture(seconds: 30)
        #expect(audio.seamCount == 0 && audio.lostCount == 0)
        let errors = errors(audio).dropLast(4800)
        #expect(errors.suffix(240_000).allSatisfy { abs($0) < 1 })
        #expect(errors.allSatisfy { abs($0) < 5 })
        #expect(abs(try #require(microphone.control.clockDriftPPM) - ppm) < 20)
    }

    @Test func correctedAudioHasNoJumps() throws {
        card.ppm = 1000
        card.playsSine = true
        let (audio, _) = try capture(seconds: 10)
        let turn = 2 * cos(2 * Float.pi * 1000 / 48_000)
        let heard = Array(audio.samples.dropFirst(480).dropLast(4800))
        // A sine follows from its last two values; a jump by one sample frame were an error of 0.06.
        let errors = heard.indices.dropFirst(2).map {
            abs(turn * heard[$0 - 1] - heard[$0 - 2] - heard[$0])
        }
        #expect((errors.max() ?? 1) < 0.001)
    }

    @Test func audioThatAnOverrunLostIsReplacedBySilenceAndCounted() throws {
        card.overruns = [2, 4]
        let (audio, _) = try capture(seconds: 8)
        #expect(audio.seamCount == 0)
        // Twice 10 ms that were not read and 30 ms in which the card was started.
        #expect(abs(audio.lostCount - 2 * 1920) < 200)
        #expect(errors(audio).dropFirst(4800).dropLast(4800).allSatisfy { abs($0) < 5 })
        #expect(audio.happenings.isEmpty)
    }

    @Test func wrongStampsDoNotMoveAudio() throws {
        card.wrongStamps = 3..<3.5
        let (audio, _) = try capture(seconds: 8)
        #expect(audio.lostCount == 0)
        #expect(errors(audio).dropLast(4800).allSatisfy { abs($0) < 2 })
    }

    @Test func aDeviceThatCannotBeOpenedIsAnError() {
        card.absence = 0..<1
        #expect(throws: FacecapError.self) { try capture(seconds: 1) }
    }

    @Test func aDeviceThatGoesAwayIsSilentUntilItComesBack() throws {
        // Only real waiting lets time pass while there is no device: as short as it can be.
        card.absence = 2..<2.4
        let (audio, _) = try captureWhileAway(seconds: 4)
        #expect(audio.happenings.count == 2, "\(audio.happenings)")
        #expect(audio.seamCount == 0)
        #expect(audio.lostCount > 4800)
        #expect(errors(audio).dropLast(4800).allSatisfy { abs($0) < 5 })
    }

    /// A headset may take most of a second, each time.
    @Test func aDeviceThatComesBackHasAsLongAsAtFirstUntilItsAudioComes() throws {
        card.startUpTime = 0.7
        card.absence = 2..<3
        let (audio, _) = try captureWhileAway(seconds: 6)
        #expect(audio.happenings.count == 2, "\(audio.happenings)")
        #expect(errors(audio).suffix(24_000).dropLast(4800).allSatisfy { abs($0) < 5 })
    }

    @Test func aDeviceThatIsRestartedHasAsLongAsAtFirstUntilItsAudioComes() throws {
        card.startUpTime = 0.7
        card.overruns = [2]
        let (audio, _) = try captureWhileAway(seconds: 4, readingNothingFor: 2)
        #expect(audio.happenings.isEmpty, "\(audio.happenings)")
        #expect(audio.lostCount > 0)
    }

    /// The same, where reading the clock takes time: the card's passes while a microphone waits.
    ///
    /// - Parameter pause: seconds that pass after the first audio before there is a reader again.
    private func captureWhileAway(
        seconds: Int, readingNothingFor pause: Double = 0
    ) throws -> (CapturedAudio, Microphone) {
        let card = card
        let microphone = try Microphone(
            open: { () throws(FacecapError) in try card.open() },
            now: {
                if !card.isOpen { card.pass(milliseconds: 10) }
                return card.now
            })
        if pause > 0 {
            _ = try microphone.nextEvent()
            card.pass(milliseconds: pause * 1000)
        }
        return (try CapturedAudio(of: microphone, frameCount: seconds * 48_000), microphone)
    }
}
