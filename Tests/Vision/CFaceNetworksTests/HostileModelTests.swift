// SPDX-License-Identifier: Apache-2.0
import CFaceNetworks
import Foundation
import TestSupport
import Testing

@Suite struct HostileModelTests {
    private func status(_ model: [UInt8]) -> FacecapNetworkStatus {
        do throws(Network.Refusal) {
            _ = try Network(model)
            return FACECAP_NETWORK_READ
        } catch {
            #expect(!error.message.isEmpty)
            return error.status
        }
    }

    private func model(_ change: (inout ModelWriter) -> Void = { _ in }) -> [UInt8] {
        var writer = ModelWriter(seed: 7)
        change(&writer)
        return writer.model()
    }

    @Test func networksWithOtherOperationsAreNotKnown() {
        #expect(status(model()) == FACECAP_NETWORK_READ)
        #expect(status(model { $0.hasShared = false }) == FACECAP_NETWORK_READ)
        #expect(status(model { $0.poolStride = 1 }) == FACECAP_NETWORK_UNKNOWN)
        #expect(status(model { $0.resizeMode = "linear" }) == FACECAP_NETWORK_UNKNOWN)
        #expect(status([]) == FACECAP_NETWORK_UNKNOWN)
        #expect(status(Array(repeating: 255, count: 500)) == FACECAP_NETWORK_UNKNOWN)
    }

    @Test func weightsThatAreNoNumbersAreDamage() {
        for value in [Float.nan, .infinity, -.infinity] {
            #expect(status(model { $0.firstWeight = value }) == FACECAP_NETWORK_DAMAGED)
        }
        #expect(status(model { $0.firstWeight = 3e38 }) == FACECAP_NETWORK_READ)
    }

    @Test func modelThatIsCutAnywhereIsRefused() {
        let model = model()
        for length in stride(from: 0, to: model.count, by: 997) {
            #expect(status(Array(model.prefix(length))) != FACECAP_NETWORK_READ, "\(length)")
        }
        #expect(status(model.dropLast()) != FACECAP_NETWORK_READ)
    }

    /// What is still taken for the network runs without harm, whatever its weights.
    @Test func changedBytesDoNoHarm() throws {
        let original = model()
        let image = [UInt8](repeating: 200, count: 3 * 32 * 32)
        var counts: [UInt32: Int] = [:]
        for seed in UInt64(1)...400 {
            var numbers = SeededNumbers(seed: seed)
            var changed = original
            // Most bytes are weights; every other time one of those before the weights is changed.
            let reach = seed % 2 == 0 ? changed.count : 6000
            for _ in 0...(numbers.next() % 4) {
                changed[Int(numbers.next() % UInt64(reach))] = UInt8(
                    truncatingIfNeeded: numbers.next())
            }
            let status = status(changed)
            counts[status.rawValue, default: 0] += 1
            guard status == FACECAP_NETWORK_READ else { continue }
            #expect(try Network(changed).run(image, width: 32, height: 32) != nil, "seed \(seed)")
        }
        // Otherwise nothing was tried.
        #expect(counts[FACECAP_NETWORK_READ.rawValue, default: 0] > 20)
        #expect(counts[FACECAP_NETWORK_UNKNOWN.rawValue, default: 0] > 20)
    }

    @Test(.enabled(if: SharedMedia.isAvailable, "needs FACECAP_SHARED"))
    func onlyYuNetIsKnown() throws {
        func bytes(_ name: String) throws -> [UInt8] {
            [UInt8](try Data(contentsOf: URL(filePath: SharedMedia.path("models/\(name)"))))
        }
        for name in ["yunet_n_320_320.onnx", "yunet_n_640_640.onnx", "yunet_s_320_320.onnx"] {
            #expect(try status(bytes(name)) == FACECAP_NETWORK_READ, "\(name)")
        }
        for name in ["centerface.onnx", "face_landmark.tflite"] {
            #expect(try status(bytes(name)) == FACECAP_NETWORK_UNKNOWN, "\(name)")
        }
    }
}
