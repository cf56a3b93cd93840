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

    static let rules: [OptionRule] = [
        .of(
            ["require-sandbox"], exclude: ["no-sandbox"],
            "decodes in the program's own process")
    ]

    /// What is asked of the process; `nil` where there is to be none.
    var isolation: IsolatedFileInput.Isolation? {
        isLeftOut ? nil : IsolatedFileInput.Isolation(isRequired: isRequired)
    }
}
