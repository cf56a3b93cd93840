// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What the program says to the one that called it; the numbers are those of `sysexits.h` where
/// that has one.
struct ExitCode: Sendable, Hashable {
    let rawValue: Int32
    /// A phrase for help and manual.
    let meaning: String

    private init(_ rawValue: Int32, _ meaning: String) {
        self.rawValue = rawValue
        self.meaning = meaning
    }

    static let success = ExitCode(
        0,
        "success, also when Ctrl-C or SIGTERM ended the command cleanly or its reader closed"
            + " the pipe")
    static let failure = ExitCode(
        1, "doctor found a problem, or an error without a code of its own occurred")
    static let usage = ExitCode(64, "an option, a value or a name is invalid")
    static let damagedInput = ExitCode(65, "the input is not a video or image, or is damaged")
    static let noInput = ExitCode(66, "there is no such file, folder, device or address")
    static let unavailable = ExitCode(
        69, "a required resource is unavailable: a model, the network, a device or its format")
    static let software = ExitCode(
        70,
        "internal error: the program itself or its detector"
            + " failed")
    static let system = ExitCode(71, "the operating system refused a request")
    static let outputFailed = ExitCode(74, "the output cannot be written")
    static let busy = ExitCode(75, "another program holds the device: try again later")
    static let noPermission = ExitCode(77, "permission denied")
    static let badModel = ExitCode(78, "a model file is damaged or is not the known one")
    static let storageFull = ExitCode(79, "the file system is full")
    static let hungUp = ExitCode(
        129,
        "ended immediately by SIGHUP: before the stream began, or a second after another"
            + " signal")
    static let interrupted = ExitCode(
        130,
        "ended immediately by SIGINT (Ctrl-C), which keeps recordings; or cancelled, which"
            + " removes the file that is being written")
    static let terminated = ExitCode(
        143,
        "ended immediately by SIGTERM: before the stream began, or a second after another"
            + " signal")

    /// All of them in ascending order.
    static let all = [
        success, failure, usage, damagedInput, noInput, unavailable, software, system,
        outputFailed, busy, noPermission, badModel, storageFull, hungUp, interrupted,
        terminated,
    ]

    /// The exit code of a failure.
    init(_ code: FacecapError.Code) {
        self =
            switch code {
            case .invalidArgument: .usage
            case .sourceNotFound: .noInput
            case .permissionDenied: .noPermission
            case .deviceBusy: .busy
            case .deviceDisconnected, .formatUnsupported, .modelNotFound, .networkFailed:
                .unavailable
            case .mediaUnreadable, .mediaDamaged, .decoderCrashed, .decoderStalled: .damagedInput
            case .modelUnreadable, .modelMismatch: .badModel
            case .detectorFailed, .invalidState: .software
            case .outputFailed: .outputFailed
            case .storageFull: .storageFull
            case .systemFailed: .system
            default: .failure
            }
    }
}
