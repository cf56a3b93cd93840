// SPDX-License-Identifier: Apache-2.0
import CFaceNetworks
import CNetworkChecks
import Testing

@Suite struct KernelTests {
    static let names = (0..<facecap_kernel_count()).map { String(cString: facecap_kernel_name($0)) }

    @Test func scalarKernelIsTheLastAndAlwaysThere() {
        #expect(Self.names.last == "scalar")
        #expect(Set(Self.names).count == Self.names.count)
        #expect(Set(Self.names).isSubset(of: ["avx512", "avx2", "sse4", "neon", "scalar"]))
    }

    /// Without fused multiply-add products are rounded before they are added.
    @Test(arguments: names.filter { $0 != "scalar" })
    func kernelComputesWhatTheScalarOneDoes(name: String) {
        var message = [CChar](repeating: 0, count: 256)
        for seed in UInt64(1)...1000 {
            let agrees = network_checks_kernel(
                name, seed, name == "sse4" ? 0 : 1, 2e-5, &message, Int32(message.count))
            guard agrees == 1 else {
                Issue.record("\(name), seed \(seed): \(text(of: message))")
                return
            }
        }
    }

    @Test(arguments: names)
    func kernelMakesOfImagesWhatTheDefinitionsSay(name: String) {
        var message = [CChar](repeating: 0, count: 256)
        for seed in UInt64(1)...1000 {
            guard network_checks_images(name, seed, &message, Int32(message.count)) == 1 else {
                Issue.record("\(name), seed \(seed): \(text(of: message))")
                return
            }
        }
    }

    @Test func allKernelsMakeTheSameBytesOfImages() {
        for seed in UInt64(1)...100 {
            let digests = Set(Self.names.map { network_checks_digest_of_images($0, seed) })
            #expect(digests.count == 1, "seed \(seed)")
        }
    }
}
