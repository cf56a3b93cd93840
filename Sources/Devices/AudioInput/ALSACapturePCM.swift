// SPDX-License-Identifier: Apache-2.0
internal import CALSA
internal import CaptureSamples
internal import FaceValues
import Glibc

/// A capture device of ALSA that runs, read without blocking.
final class ALSACapturePCM: CapturePCM {
    let format: AudioFormat
    private let handle: PCMHandle
    private let sampleFormat: PCMSampleFormat
    private let bufferFrameCount: Int
    private let status: OpaquePointer
    private var descriptors: [pollfd]
    private var bytes: [UInt8] = []

    /// Opens, sets up and starts a device.
    ///
    /// A `hw:` device whose own formats or rates do not do is opened by way of ALSA's converting
    /// `plughw:`.
    static func open(
        _ name: String, _ request: MicrophoneRequest
    ) throws(FacecapError) -> ALSACapturePCM {
        do throws(FacecapError) {
            return try ALSACapturePCM(name, request)
        } catch {
            guard error.code == .formatUnsupported, name.hasPrefix("hw:") else { throw error }
            return try ALSACapturePCM("plug" + name, request)
        }
    }

    private init(_ name: String, _ request: MicrophoneRequest) throws(FacecapError) {
        handle = try PCMHandle(capturing: name)
        let parameters = try HardwareParameters(handle)
        let setup = try parameters.apply(request)
        format = AudioFormat(sampleRate: setup.sampleRate, channelCount: setup.channelCount)
        sampleFormat = setup.sampleFormat
        bufferFrameCount = setup.bufferFrameCount
        try SoftwareParameters.apply(to: handle, periodFrameCount: setup.periodFrameCount)
        var allocated: OpaquePointer?
        guard snd_pcm_status_malloc(&allocated) == 0, let allocated else {
            throw .noMemory(for: "audio")
        }
        status = allocated
        let count = max(0, snd_pcm_poll_descriptors_count(handle.pointer))
        // The last place is for whoever wakes the thread.
        descriptors = [pollfd](repeating: pollfd(), count: Int(count) + 1)
        let result = snd_pcm_start(handle.pointer)
        guard result >= 0 else { throw .microphone(name, "snd_pcm_start", result) }
    }

    deinit { snd_pcm_status_free(status) }

    func wait(
        orFor descriptor: Int32, milliseconds: Int32
    ) throws(PCMFailure) -> PCMReadiness {
        let count = descriptors.count - 1
        descriptors[count] = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        var events: UInt16 = 0
        let result = descriptors.withUnsafeMutableBufferPointer { places -> CInt in
            guard let first = places.baseAddress else { return -EINVAL }
            let filled = snd_pcm_poll_descriptors(handle.pointer, first, UInt32(count))
            guard filled >= 0 else { return filled }
            guard poll(first, nfds_t(count + 1), milliseconds) > 0 else { return 0 }
            let failure = snd_pcm_poll_descriptors_revents(
                handle.pointer, first, UInt32(count), &events)
            return failure < 0 ? failure : 1
        }
        guard result >= 0 else {
            throw PCMFailure(number: result)
        }
        if descriptors[count].revents != 0 { return .woken }
        if events & UInt16(POLLERR | POLLHUP | POLLNVAL) != 0 { return .failed }
        return events & UInt16(POLLIN) != 0 ? .audio : .nothing
    }

    func stamp() throws(PCMFailure) -> (waitingFrameCount: Int, nanoseconds: Int64) {
        let result = snd_pcm_status(handle.pointer, status)
        guard result >= 0 else { throw PCMFailure(number: result) }
        switch snd_pcm_status_get_state(status) {
        case SND_PCM_STATE_XRUN: throw PCMFailure(number: -EPIPE)
        case SND_PCM_STATE_SUSPENDED: throw PCMFailure(number: -ESTRPIPE)
        case SND_PCM_STATE_DISCONNECTED: throw PCMFailure(number: -ENODEV)
        default: break
        }
        var time = snd_htimestamp_t()
        snd_pcm_status_get_htstamp(status, &time)
        let now = MonotonicClock.nowNanoseconds
        let stamped = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
        let available = Int(clamping: snd_pcm_status_get_avail(status))
        // On its way from the microphone to the buffer there may be more: the delay counts both.
        let delay = snd_pcm_status_get_delay(status)
        let isPlausible = delay >= available && delay < available + format.sampleRate / 2
        return (
            // A buffer that is always full is that of a device without a clock, such as a file.
            available >= bufferFrameCount ? 0 : isPlausible ? delay : available,
            (now - 1_000_000_000...now).contains(stamped) ? stamped : now
        )
    }

    func read(atMost limit: Int) throws(PCMFailure) -> [Float] {
        let frameByteCount = sampleFormat.byteCount * format.channelCount
        if bytes.count < limit * frameByteCount {
            bytes = [UInt8](repeating: 0, count: limit * frameByteCount)
        }
        let result = bytes.withUnsafeMutableBytes {
            snd_pcm_readi(handle.pointer, $0.baseAddress, snd_pcm_uframes_t(limit))
        }
        guard result >= 0 else {
            if result == -Int(EAGAIN) { return [] }
            throw PCMFailure(number: CInt(clamping: result))
        }
        return bytes.withUnsafeBytes {
            sampleFormat.floats(
                in: UnsafeRawBufferPointer(rebasing: $0[..<(result * frameByteCount)]))
        }
    }

    func restart() throws(PCMFailure) {
        // Also right after a suspend: what was captured before it is lost either way.
        snd_pcm_drop(handle.pointer)
        var result = snd_pcm_prepare(handle.pointer)
        guard result >= 0 else { throw PCMFailure(number: result) }
        result = snd_pcm_start(handle.pointer)
        guard result >= 0 else { throw PCMFailure(number: result) }
    }
}
