// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues
internal import ProcessIsolation

/// What a source promises of the order of its samples, and a worker has to keep: those who take them rely on it.
struct SampleOrder {
    /// The presentation time of the last frame.
    private(set) var lastFrameTime: MediaTime?
    private var lastAudioTime: MediaTime?
    private var lastDecodeTimes: [MediaType: MediaTime] = [:]
    private let formats: EncodedSample.Formats
    private var remarks = 0
    /// Another worker says again what the one before has said.
    private var isRepeating = false

    /// More losses, warnings and pauses in a row than any file has.
    private static let maximumRemarks = 200_000

    init(_ formats: EncodedSample.Formats) { self.formats = formats }

    /// From now on another worker reads.
    mutating func beginAgain() { isRepeating = true }

    mutating func checkFrame(at time: MediaTime) throws(MessageDamage) {
        guard lastFrameTime.map({ $0 < time }) ?? true else {
            throw MessageDamage("time does not go forward")
        }
        lastFrameTime = time
        isRepeating = false
        remarks = 0
    }

    /// Whether audio was not handed out before.
    mutating func isNew(_ audio: AudioSampleBuffer) throws(MessageDamage) -> Bool {
        try isNew(audio.presentationTime, after: lastAudioTime) {
            lastAudioTime = audio.presentationTime
            remarks = 0
        }
    }

    /// Whether a sample was not handed out before.
    mutating func isNew(
        _ sample: EncodedSample, _ type: MediaType
    ) throws(MessageDamage) -> Bool {
        if type == .video {
            guard let format = formats.video,
                format.timescale == sample.presentationTime.timescale
            else { throw MessageDamage("an encoded frame is of another kind") }
        } else if formats.audio == nil {
            throw MessageDamage("encoded audio was not announced")
        }
        return try isNew(sample.decodeTime, after: lastDecodeTimes[type]) {
            lastDecodeTimes[type] = sample.decodeTime
            remarks = 0
        }
    }

    private func isNew(
        _ time: MediaTime, after last: MediaTime?, _ keep: () -> Void
    ) throws(MessageDamage) -> Bool {
        guard let last, time <= last else {
            keep()
            return true
        }
        guard isRepeating else { throw MessageDamage("time does not go forward") }
        return false
    }

    mutating func countRemark() throws(MessageDamage) {
        remarks += 1
        guard remarks <= Self.maximumRemarks else {
            throw MessageDamage("it says more than any file has")
        }
    }
}
