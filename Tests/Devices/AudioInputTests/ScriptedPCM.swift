// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Glibc

@testable import AudioInput

/// A sound card in a time of its own, which passes only while somebody waits for it.
final class ScriptedCard {
    static let format = AudioFormat(sampleRate: 48_000, channelCount: 1)

    /// What the card's clock is off by, in parts per million.
    var ppm = 0.0
    /// Moments, in seconds since the start, at which audio is lost.
    var overruns: [Double] = []
    /// From when until when the card is away, in seconds since the start.
    var absence: Range<Double>?
    /// Seconds after it was opened or restarted during which a card has no audio yet.
    var startUpTime = 0.0
    /// Moments at which stamps are wrong by half a second.
    var wrongStamps: Range<Double>?
    /// Whether its audio is a sine of 1000 Hz.
    var playsSine = false
    /// Whether somebody has the card, and time passes by waiting for it.
    private(set) var isOpen = false
    private(set) var now: Int64 = 1_000_000_000_000

    var seconds: Double { Double(now - 1_000_000_000_000) / 1e9 }

    func pass(milliseconds: Double) { now += Int64(milliseconds * 1e6) }

    var isAway: Bool { absence?.contains(seconds) ?? false }

    func unplug() -> PCMFailure {
        isOpen = false
        return PCMFailure(number: -ENODEV)
    }

    func close() { isOpen = false }

    func open() throws(FacecapError) -> ScriptedPCM {
        guard !isAway else { throw FacecapError(.deviceDisconnected, "The card is away.") }
        isOpen = true
        return ScriptedPCM(self)
    }
}

/// The stream of a ``ScriptedCard``: each sample is the moment at which it was captured, in seconds since
/// the start less 15, divided by 1000; or a sine, where the card is told to play one.
final class ScriptedPCM: CapturePCM {
    let format = ScriptedCard.format
    private let card: ScriptedCard
    private var opened: Double
    private var start: Double
    private var readCount = 0

    init(_ card: ScriptedCard) {
        self.card = card
        opened = card.seconds
        start = card.seconds + card.startUpTime
    }

    deinit { card.close() }

    private var rate: Double { 48_000 * (1 + card.ppm / 1e6) }
    private var waitingCount: Int { max(0, Int((card.seconds - start) * rate) - readCount) }

    func wait(orFor descriptor: Int32, milliseconds: Int32) throws(PCMFailure) -> PCMReadiness {
        if card.seconds - opened < card.startUpTime {
            card.pass(milliseconds: Double(milliseconds))
            return .nothing
        }
        card.pass(milliseconds: 10)
        return card.isAway ? .failed : .audio
    }

    func stamp() throws(PCMFailure) -> (waitingFrameCount: Int, nanoseconds: Int64) {
        if card.isAway { throw card.unplug() }
        if let overrun = card.overruns.first, card.seconds >= overrun {
            card.overruns.removeFirst()
            throw PCMFailure(number: -EPIPE)
        }
        let isWrong = card.wrongStamps?.contains(card.seconds) ?? false
        return (waitingCount, card.now + (isWrong ? 500_000_000 : 0))
    }

    func read(atMost limit: Int) throws(PCMFailure) -> [Float] {
        let count = min(limit, waitingCount)
        let first = readCount
        readCount += count
        return (first..<readCount).map { index in
            let seconds = start + Double(index) / rate
            return card.playsSine
                ? Float(sin(2 * Double.pi * 1000 * seconds) / 2) : Float((seconds - 15) / 1000)
        }
    }

    func restart() throws(PCMFailure) {
        // What it takes to get a card going again.
        card.pass(milliseconds: 30)
        opened = card.seconds
        start = card.seconds + card.startUpTime
        readCount = 0
    }
}
