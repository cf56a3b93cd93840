// SPDX-License-Identifier: Apache-2.0
import CNetworkChecks
import FoundationEssentials
import TestSupport
import Testing

/// What makes and runs programs for 64-bit ARM.
private enum Tools {
    static let compiler = "/usr/bin/aarch64-linux-gnu-g++"
    static let emulator = "/usr/bin/qemu-aarch64"
    static let areThere = [compiler, emulator].allSatisfy(FileManager.default.isExecutableFile)
}

/// The kernel of 64-bit ARM, compiled for it and run by an emulator.
@Suite(.enabled(if: Tools.areThere, "needs qemu-user and g++-aarch64-linux-gnu"))
struct NEONKernelTests {
    /// Enough for shapes of all kinds; each costs the emulator 20 ms.
    private static let seedCount = 100

    /// Prints the name of each kernel and a digest for each seed, or what a kernel computes otherwise.
    private static let program = """
        #include <cstdio>
        #include "kernel.hpp"
        #include "network_checks.h"

        int main() {
            for (const auto *kernel : facecap::networks::supported_kernels()) {
                std::puts(kernel->name);
                for (uint64_t seed = 1; seed <= \(seedCount); ++seed) {
                    char message[256] = "";
                    if (network_checks_kernel(kernel->name, seed, 1, 0, message, sizeof message) != 1 ||
                        network_checks_images(kernel->name, seed, message, sizeof message) != 1) {
                        std::printf("seed %llu: %s\\n", static_cast<unsigned long long>(seed), message);
                        return 1;
                    }
                    std::printf("%llu\\n", static_cast<unsigned long long>(
                        network_checks_digest_of_images(kernel->name, seed)));
                }
            }
        }
        """

    @Test func kernelComputesWhatTheOthersDo() async throws {
        let folder = try TemporaryFolder()
        let program = folder.path + "/checks"
        let checks = ["image_checks", "kernel_checks", "guarded_floats"].map {
            Repository.path("Tests/Vision/CNetworkChecks/\($0).cpp")
        }
        let kernels = ["kernel_vector", "kernel_scalar", "axis_weights", "image_scaler"].map {
            Repository.path("Sources/Vision/CFaceNetworks/\($0).cpp")
        }
        let folders = [
            "Sources/Vision/CFaceNetworks", "Sources/Vision/CFaceNetworks/include",
            "Tests/Vision/CNetworkChecks",
            "Tests/Vision/CNetworkChecks/include",
        ].map { "-I" + Repository.path($0) }
        // Highway's headers are those of this machine, after all of the other one.
        let compiled = try await CommandRunner.run(
            ["-static", "-O2", "-std=c++17", "-D_Nonnull=", "-D_Nullable="]
                + ["-DHWY_COMPILE_ONLY_STATIC", "-idirafter", "/usr/include"] + folders
                + ["-x", "c++", "-"] + checks + kernels + ["-o", program],
            of: Tools.compiler, input: Array(Self.program.utf8), within: 300)
        try #require(compiled.exitCode == 0, "\(compiled.messages)")
        let run = try await CommandRunner.run(
            ["-cpu", "cortex-a72", program], of: Tools.emulator, within: 300)
        #expect(run.exitCode == 0, "\(run.output)")
        let digests = (1...Self.seedCount).map {
            String(network_checks_digest_of_images("scalar", UInt64($0)))
        }
        #expect(
            run.output.split(separator: "\n").map(String.init)
                == ["neon"] + digests + ["scalar"] + digests)
    }
}
