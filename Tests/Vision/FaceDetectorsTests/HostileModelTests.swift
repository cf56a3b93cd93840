// SPDX-License-Identifier: Apache-2.0
import FaceDetectors
import FaceValues
import Foundation
import TestSupport
import Testing

@Suite struct HostileModelTests {
    private func expectUnreadable(_ model: [UInt8]) {
        let errors = [
            #expect(throws: FacecapError.self) { _ = try NetworkDetector(.yunet, model: model) },
            #expect(throws: FacecapError.self) {
                _ = try NetworkDetector(.centerface, model: model)
            },
        ]
        for error in errors {
            #expect(error?.code == .modelUnreadable)
            #expect(error?.message.contains("\n") == false)
        }
    }

    @Test func garbageIsRefused() {
        expectUnreadable([])
        expectUnreadable([0])
        expectUnreadable(Array(repeating: 255, count: 5000))
        expectUnreadable((0..<5000).map { UInt8(truncatingIfNeeded: $0 * 37) })
    }

    @Test(
        .enabled(if: SharedMedia.isAvailable, "needs FACECAP_SHARED"),
        arguments: ["yunet_n_320_320", "centerface"])
    func truncatedModelIsRefused(name: String) throws {
        let url = URL(fileURLWithPath: SharedMedia.path("models/\(name).onnx"))
        let model = [UInt8](try Data(contentsOf: url))
        for length in [100, model.count / 3, model.count / 2, model.count - 1] {
            expectUnreadable(Array(model.prefix(length)))
        }
    }

    @Test(.enabled(if: SharedMedia.isAvailable, "needs FACECAP_SHARED"))
    func theModelOfAnotherDetectorIsRefused() {
        let models = ["yunet_n_320_320", "centerface"].map {
            SharedMedia.path("models/\($0).onnx")
        }
        let errors = [
            #expect(throws: FacecapError.self) {
                _ = try NetworkDetector(.yunet, modelPath: models[1])
            },
            #expect(throws: FacecapError.self) {
                _ = try NetworkDetector(.centerface, modelPath: models[0])
            },
        ]
        #expect(errors.allSatisfy { $0?.code == .modelUnreadable })
    }

    /// One Relu from `x` to `y`, in the protocol buffers of ONNX.
    @Test func modelWithOtherOutputsIsRefused() {
        func field(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
            [number << 3 | 2, UInt8(content.count)] + content
        }
        func text(_ number: UInt8, _ value: String) -> [UInt8] { field(number, Array(value.utf8)) }
        let shape = field(2, [1, 3, 64, 64].flatMap { field(1, [1 << 3, $0]) })
        let type = field(2, field(1, [1 << 3, 1] + shape))
        let node = field(1, text(1, "x") + text(2, "y") + text(4, "Relu"))
        let graph =
            node + text(2, "g") + field(11, text(1, "x") + type) + field(12, text(1, "y") + type)
        expectUnreadable([1 << 3, 7] + field(7, graph) + field(8, [2 << 3, 11]))
    }

    @Test func missingAndSpecialFilesAreNamed() {
        let missing = #expect(throws: FacecapError.self) {
            _ = try NetworkDetector(.yunet, modelPath: "/nowhere/yunet.onnx")
        }
        #expect(missing?.code == .modelNotFound)
        #expect(missing?.message.contains("/nowhere/yunet.onnx") == true)
        let device = #expect(throws: FacecapError.self) {
            _ = try NetworkDetector(.yunet, modelPath: "/dev/zero")
        }
        #expect(device?.code == .modelUnreadable)
    }

    @Test func optionsOutOfRangeAreRefused() {
        let options: [NetworkDetector.Options] = [
            .init(inputSize: 0), .init(inputSize: 1921), .init(scoreThreshold: .nan),
            .init(scoreThreshold: 1.1), .init(threads: 0),
        ]
        for options in options {
            let error = #expect(throws: FacecapError.self) {
                _ = try NetworkDetector(.yunet, model: [], options: options)
            }
            #expect(error?.code == .invalidArgument)
        }
    }
}
