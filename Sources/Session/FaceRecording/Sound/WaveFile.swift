// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues
internal import MediaCodecs
internal import SystemSupport

/// A WAVE file that plays whatever happens: once a second samples are written, made safe, and then
/// counted in the header.
final class WaveFile: AudioFile {
    private let file: AtomicFile
    private let maximumByteCount: Int64
    private var header: WaveHeader
    private var timeline: AudioTimeline
    /// Samples that are not in the file yet.
    private var waiting: [UInt8] = []

    /// Creates the file for audio like `audio`.
    init(
        _ settings: CaptureAudioFileOutput.Settings,
        _ sampleFormat: CaptureAudioFileOutput.SampleFormat,
        like audio: AudioSampleBuffer
    )
        throws(FacecapError)
    {
        guard 1...768_000 ~= audio.sampleRate, 1...256 ~= audio.channelCount else {
            throw FacecapError(
                .invalidArgument,
                "Audio of \(audio.channelCount.counted("channel")) at \(audio.sampleRate) Hz cannot be written; "
                    + "choose 1 to 256 channels and up to 768000 Hz.")
        }
        maximumByteCount = settings.maximumByteCount ?? .max
        header = WaveHeader(
            sampleFormat: sampleFormat, sampleRate: audio.sampleRate,
            channelCount: audio.channelCount)
        timeline = AudioTimeline(sampleRate: Int32(audio.sampleRate))
        file = try AtomicFile(
            creating: settings.path, overwriting: settings.overwritesExistingFile)
        try file.write(header.bytes, at: 0)
    }

    var byteCount: Int64 { end + Int64(waiting.count) }

    var duration: MediaTime {
        MediaTime(
            value: (byteCount - Int64(WaveHeader.byteCount)) / Int64(header.frameByteCount),
            timescale: Int32(header.sampleRate))
    }

    /// Where the next samples go.
    private var end: Int64 {
        Int64(WaveHeader.byteCount) + header.frameCount * Int64(header.frameByteCount)
    }

    func append(_ audio: AudioSampleBuffer) throws(FacecapError) -> Bool {
        let correction = try timeline.place(audio.presentationTime, frameCount: audio.frameCount)
        var silence = correction.insertedFrameCount
        let count = silence + audio.frameCount - correction.droppedFrameCount
        guard byteCount + Int64(count * header.frameByteCount) <= maximumByteCount else {
            return false
        }
        while silence > 0 {
            // A second at a time, so that a long gap needs no more memory than a short one.
            let count = min(silence, header.sampleRate)
            waiting.append(contentsOf: repeatElement(0, count: count * header.frameByteCount))
            silence -= count
            try writeWholeSecond()
        }
        append(audio.samples[(correction.droppedFrameCount * audio.channelCount)...])
        try writeWholeSecond()
        return true
    }

    func finish() throws(FacecapError) {
        try write()
        guard header.frameCount > 0 else { throw .noAudioWritten }
        try file.synchronize()
        try file.publish()
        try file.checkName()
    }

    func cancel() { file.remove() }

    /// Samples beyond -1...1 are cut there where they are integers; such as are no numbers are silent.
    private func append(_ samples: ArraySlice<Float>) {
        for sample in samples {
            let value = sample.isFinite ? sample : 0
            switch header.sampleFormat {
            case .int16:
                let number = Int16(max(-32_768, min(32_767, (value * 32_768).rounded())))
                withUnsafeBytes(of: number.littleEndian) { waiting.append(contentsOf: $0) }
            case .float32:
                withUnsafeBytes(of: value.bitPattern.littleEndian) {
                    waiting.append(contentsOf: $0)
                }
            }
        }
    }

    private func writeWholeSecond() throws(FacecapError) {
        if waiting.count >= header.sampleRate * header.frameByteCount { try write() }
    }

    private func write() throws(FacecapError) {
        guard !waiting.isEmpty else { return }
        try file.write(waiting, at: end)
        try file.synchronize()
        header.frameCount += Int64(waiting.count / header.frameByteCount)
        waiting.removeAll(keepingCapacity: true)
        try file.write(header.bytes, at: 0)
        // From the first second on; what had the name before stays until then.
        try file.publish()
    }
}
