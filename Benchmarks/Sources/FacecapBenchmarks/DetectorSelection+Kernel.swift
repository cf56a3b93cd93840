// SPDX-License-Identifier: Apache-2.0
import Facecap
import Glibc

extension DetectorSelection {
    /// A detector whose network runs on one kernel, on one thread, without a second look at what it finds.
    static func makeDetector(
        on kernel: String, inputSize: Int
    ) throws -> any FaceDetector {
        setenv("FACECAP_KERNEL", kernel, 1)
        defer { unsetenv("FACECAP_KERNEL") }
        return try DetectorSelection(name: .yunet, inputSize: inputSize, threads: 1, mesh: .off)
            .makeDetector()
    }
}
