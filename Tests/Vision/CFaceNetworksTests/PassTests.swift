// SPDX-License-Identifier: Apache-2.0
import CFaceNetworks
import TestSupport
import Testing

@Suite struct PassTests {
    private func network(hasShared: Bool, seed: UInt64 = 1) throws -> Network {
        var writer = ModelWriter(seed: seed)
        writer.hasShared = hasShared
        return try Network(writer.model())
    }

    private func image(width: Int, height: Int, seed: UInt64 = 1) -> [UInt8] {
        var numbers = SeededNumbers(seed: seed)
        return (0..<(3 * width * height)).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
    }

    private func bits(_ outputs: [[Float]]) -> [[UInt32]] { outputs.map { $0.map(\.bitPattern) } }

    @Test(arguments: [true, false])
    func kernelsWithFusedMultiplyAddGiveTheSameBits(hasShared: Bool) throws {
        let network = try network(hasShared: hasShared)
        for (width, height) in [(32, 32), (96, 64)] {
            let image = image(width: width, height: height)
            let expected = try #require(
                network.run(image, width: width, height: height, kernel: "scalar"))
            #expect(expected.allSatisfy { $0.allSatisfy(\.isFinite) })
            for kernel in KernelTests.names where kernel != "scalar" {
                let found = try #require(
                    network.run(image, width: width, height: height, kernel: kernel))
                if kernel != "sse4" {
                    #expect(bits(found) == bits(expected), "\(kernel)")
                }
                for (left, right) in zip(found.joined(), expected.joined()) {
                    try #require(abs(left - right) <= 1e-4 * max(1, abs(right)), "\(kernel)")
                }
            }
        }
    }

    @Test func numberOfThreadsChangesNothing() throws {
        var message = [CChar](repeating: 0, count: 256)
        try #require(facecap_start_threads(4, &message, Int32(message.count)) == 0)
        let network = try network(hasShared: true)
        for (width, height) in [(32, 32), (64, 96), (192, 96), (32, 256)] {
            let image = image(width: width, height: height)
            let one = try #require(network.run(image, width: width, height: height))
            for threads in [2, 3, 4, 9] {
                let found = network.run(image, width: width, height: height, threads: threads)
                #expect(found.map(bits) == bits(one), "\(width) x \(height), \(threads)")
            }
        }
    }

    @Test func passRemembersNothingOfEarlierImages() throws {
        let network = try network(hasShared: false)
        let images = [(64, 64), (96, 32), (32, 160), (64, 64)].enumerated().map { number, size in
            (image(width: size.0, height: size.1, seed: UInt64(number)), size.0, size.1)
        }
        let together = try #require(network.run(images, threads: 2))
        for (image, outputs) in zip(images, together) {
            let alone = network.run(image.0, width: image.1, height: image.2)
            #expect(alone.map(bits) == bits(outputs))
        }
    }

    @Test func sizesThatTheNetworkDoesNotTakeAreRefused() throws {
        let network = try network(hasShared: true)
        let image = image(width: 64, height: 64)
        for (width, height) in [(0, 32), (31, 32), (32, 33), (-32, 32), (32, 16416), (16384, 8192)]
        {
            #expect(network.run(image, width: width, height: height) == nil)
        }
    }

    @Test func unknownKernelIsRefused() throws {
        let network = try network(hasShared: true)
        #expect(
            network.run(image(width: 32, height: 32), width: 32, height: 32, kernel: "mmx") == nil)
    }
}
