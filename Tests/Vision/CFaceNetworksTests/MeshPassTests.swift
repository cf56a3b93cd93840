// SPDX-License-Identifier: Apache-2.0
import CFaceNetworks
import Foundation
import TestSupport
import Testing

@Suite struct MeshPassTests {
    private static func image(seed: UInt64) -> [UInt8] {
        var numbers = SeededNumbers(seed: seed)
        return (0..<(3 * MeshNetwork.side * MeshNetwork.side)).map { _ in
            UInt8(truncatingIfNeeded: numbers.next())
        }
    }

    private func network(seed: UInt64 = 1) throws -> MeshNetwork {
        var writer = MeshWriter(seed: seed)
        return try MeshNetwork(writer.model())
    }

    @Test func kernelsWithFusedMultiplyAddGiveTheSameBits() throws {
        let network = try network()
        let image = Self.image(seed: 1)
        let expected = try #require(network.run([image], kernel: "scalar")).joined()
        #expect(expected.allSatisfy { $0.isFinite })
        #expect(Set(expected).count > 1000)
        for kernel in KernelTests.names where kernel != "scalar" {
            let found = try #require(network.run([image], kernel: kernel)).joined()
            if kernel != "sse4" {
                #expect(found.map(\.bitPattern) == expected.map(\.bitPattern), "\(kernel)")
            }
            for (left, right) in zip(found, expected) {
                try #require(abs(left - right) <= 1e-4 * max(1, abs(right)), "\(kernel)")
            }
        }
    }

    @Test func passRemembersNothingOfEarlierImages() throws {
        let network = try network(seed: 2)
        let images = (1...3).map { Self.image(seed: $0) }
        let together = try #require(network.run(images))
        #expect(Set(together).count == 3)
        for (image, values) in zip(images, together) {
            #expect(network.run([image]) == [values])
        }
    }

    @Test func unknownKernelIsRefused() throws {
        let network = try network()
        #expect(network.run([], kernel: "mmx") == nil)
    }

    private func status(_ model: [UInt8]) -> FacecapNetworkStatus {
        do throws(Network.Refusal) {
            _ = try MeshNetwork(model)
            return FACECAP_NETWORK_READ
        } catch {
            #expect(!error.message.isEmpty)
            return error.status
        }
    }

    private func model(_ change: (inout MeshWriter) -> Void = { _ in }) -> [UInt8] {
        var writer = MeshWriter(seed: 7)
        change(&writer)
        return writer.model()
    }

    @Test func networksWithOtherOperationsAreNotKnown() {
        #expect(status(model()) == FACECAP_NETWORK_READ)
        #expect(status(model { $0.poolStride = 1 }) == FACECAP_NETWORK_UNKNOWN)
        #expect(status(model { $0.imageSide = 128 }) == FACECAP_NETWORK_UNKNOWN)
        #expect(status(model { $0.pointValues = 1402 }) == FACECAP_NETWORK_UNKNOWN)
        #expect(status(model { $0.hasResidual = false }) == FACECAP_NETWORK_UNKNOWN)
        #expect(status([]) == FACECAP_NETWORK_UNKNOWN)
        #expect(status(Array(repeating: 255, count: 500)) == FACECAP_NETWORK_UNKNOWN)
        #expect(status(Array("\u{8}\0\0\0TFL3".utf8)) == FACECAP_NETWORK_UNKNOWN)
    }

    @Test func weightsThatAreNoNumbersAreDamage() {
        for value in [Float.nan, .infinity, -.infinity] {
            #expect(status(model { $0.firstWeight = value }) == FACECAP_NETWORK_DAMAGED)
        }
    }

    @Test func modelThatIsCutAnywhereIsRefused() {
        let model = model()
        for length in stride(from: 0, to: model.count, by: 1999) {
            #expect(status(Array(model.prefix(length))) != FACECAP_NETWORK_READ, "\(length)")
        }
    }

    /// What is still taken for the network runs without harm, whatever its weights.
    @Test func changedBytesDoNoHarm() throws {
        let original = model()
        let image = Self.image(seed: 3)
        var numbers = SeededNumbers.fresh()
        var counts: [UInt32: Int] = [:]
        for round in 1...300 {
            var changed = original
            for _ in 0...(numbers.next() % 4) {
                // What says how everything lies stands before the weights and between them.
                let reach = round.isMultiple(of: 2) ? changed.count : 12_000
                changed[Int(numbers.next() % UInt64(reach))] = UInt8(
                    truncatingIfNeeded: numbers.next())
            }
            let status = status(changed)
            counts[status.rawValue, default: 0] += 1
            guard status == FACECAP_NETWORK_READ, round.isMultiple(of: 10) else { continue }
            let network = try MeshNetwork(changed)
            #expect(network.run([image]) != nil, "round \(round)")
        }
        // Otherwise nothing was tried.
        #expect(counts[FACECAP_NETWORK_READ.rawValue, default: 0] > 10)
        #expect(counts[FACECAP_NETWORK_UNKNOWN.rawValue, default: 0] > 10)
    }

    @Test(.enabled(if: SharedMedia.isAvailable, "needs FACECAP_SHARED"))
    func onlyTheFaceMeshIsKnown() throws {
        func bytes(_ name: String) throws -> [UInt8] {
            [UInt8](try Data(contentsOf: URL(filePath: SharedMedia.path("models/\(name)"))))
        }
        #expect(try status(bytes("face_landmark.tflite")) == FACECAP_NETWORK_READ)
        #expect(try status(bytes("yunet_n_320_320.onnx")) == FACECAP_NETWORK_UNKNOWN)
    }
}
