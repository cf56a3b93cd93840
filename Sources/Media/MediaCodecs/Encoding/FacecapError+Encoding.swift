// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
import CaptureSamples
import FaceValues
import Glibc
internal import SystemSupport

extension FacecapError {
    /// No more threads, which an encoder needs before it encodes anything.
    static func noThreads(_ name: String) -> FacecapError {
        FacecapError(
            .systemFailed,
            "The system starts no more threads for the encoder \(name); close other programs or raise "
                + "the limits (ulimit -u, ulimit -v).", errno: EAGAIN)
    }

    /// A name under which libavcodec has no encoder of the kind.
    ///
    /// - Parameter known: the names that it has; none of them is tried for the sake of the message.
    static func unknownEncoder(_ name: String, of kind: String, known: [String]) -> FacecapError {
        FacecapError(
            .invalidArgument,
            "There is no encoder \(name) of \(kind); this FFmpeg has: \(list(known)).")
    }

    /// A setting, or all of them together, with which an encoder does not open.
    static func encoderRefuses(
        _ name: String, _ setting: String, code: CInt, known: [String]? = nil
    ) -> FacecapError {
        if code == -EAGAIN { return .noThreads(name) }
        // Libraries do not say why they do not open.
        if code == -ENOMEM || MemoryCheck.isExhausted() { return .outOfMemory }
        // Encoders do not say that they cannot start their threads.
        if let shortage = WorkerThread.shortage() { return shortage }
        let others = known.map { "; " + Self.known($0) } ?? ""
        return FacecapError(
            .invalidArgument,
            "The encoder \(name) refuses \(setting) (\(ffmpegReason(code))); choose another value or "
                + "leave it to the encoder\(others).")
    }

    /// An encoder that gives up midway.
    static func encodingFailed(_ name: String, code: CInt) -> FacecapError {
        if code == -ENOMEM || code == FACECAP_AVERROR_EXTERNAL && MemoryCheck.isExhausted() {
            return .outOfMemory
        }
        return FacecapError(
            .systemFailed,
            "The encoder \(name) failed (\(ffmpegReason(code))); choose another encoder.",
            errno: code < 0 && code > -4096 ? -code : nil)
    }

    /// A time stamp of audio that no encoder can count to.
    static func audioOutOfReach(_ time: MediaTime) -> FacecapError {
        FacecapError(
            .invalidArgument,
            "Audio at \(time.seconds) s is outside the times that a movie can hold; check its time stamp."
        )
    }

    /// A file that FFmpeg cannot write.
    static func writingFailed(_ path: String, code: CInt) -> FacecapError {
        if code < 0, code > -4096 { return .file(-code, .write, path) }
        return FacecapError(
            .outputFailed,
            "\(path) cannot be written (\(ffmpegReason(code))): check the file system.")
    }

    /// The names of encoders that may work, none of which was tried.
    static func known(_ names: [String]) -> String {
        "this FFmpeg has: \(list(names)), of which `facecap doctor` says what works"
    }

    private static func list(_ names: [String]) -> String {
        names.isEmpty ? "none, install libavcodec-extra" : names.joined(separator: ", ")
    }

    /// Why an encoder does not open, in a few words.
    static func reason(_ code: CInt) -> String {
        switch code {
        // FFmpeg's wrappers say no more of a library or a driver that is not there.
        case -EPERM, FACECAP_AVERROR_EXTERNAL: "its driver or its library is not there"
        case -ENOENT, -ENODEV, -ENXIO: "there is no device for it"
        case -ENOSYS: "it is not supported by this machine"
        default: "it does not open (\(ffmpegReason(code)))"
        }
    }
}
