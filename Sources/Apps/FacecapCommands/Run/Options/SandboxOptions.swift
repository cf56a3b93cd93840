// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What keeps the process that reads and decodes files from everything else.
struct SandboxOptions: OptionGroup {
    @Option(
        .flag(
            "require-sandbox",
            "Exit with 71 if the system cannot isolate the decoding process from other files,"
                + " networks and other processes (Landlock and seccomp)."))
    var isRequired: Bool
    @Option(
        .flag(
            "no-sandbox",
            "Decode in the program's own process, with all its permissions. Use this only for"
                + " files that you trust."
        ))
    var isLeftOut: Bool

    /// What is asked of the process; `nil` where there is to be none.
    func isolation() throws(FacecapError) -> IsolatedFileInput.Isolation? {
        guard isLeftOut else { return IsolatedFileInput.Isolation(isRequired: isRequired) }
        guard !isRequired else {
            throw FacecapError(
                .invalidArgument,
                "--require-sandbox and --no-sandbox contradict each other; give one of them.")
        }
        return nil
    }
}

extension IsolatedFileInput.Isolation? {
    /// Who reads the metadata of photos.
    var photoMetadata: any PhotoMetadataReading & Sendable {
        guard let isolation = self else { return PhotoMetadata() }
        return IsolatedPhotoMetadata(requiresAll: isolation.isRequired)
    }
}
