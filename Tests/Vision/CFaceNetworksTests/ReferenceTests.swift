// SPDX-License-Identifier: Apache-2.0
import CFaceNetworks
import CNetworkChecks
import Foundation
import TestSupport
import Testing

/// Compares with OpenCV's network on photographs, which Python decodes.
@Suite(
    .enabled(
        if: facecap_kernels_are_optimized() != 0, "needs optimised C++, as `make test` has it"),
    .enabled(
        if: SharedMedia.isAvailable && Python.has("cv2"), "needs FACECAP_SHARED and python3-opencv")
)
struct ReferenceTests {
    /// The largest difference between what a pass puts out, level by level, and what lies in a file behind an
    /// image.
    private func difference(
        _ outputs: [[Float]], _ file: [UInt8], behind imageSize: Int
    ) throws -> Float {
        var offset = imageSize
        var largest: Float = 0
        for output in outputs {
            try #require(offset + 4 * output.count <= file.count)
            largest = file.withUnsafeBytes { bytes in
                guard let start = bytes.baseAddress else { return .infinity }
                return max(
                    largest,
                    network_checks_difference(output, start + offset, Int64(output.count)))
            }
            offset += 4 * output.count
        }
        try #require(offset == file.count)
        return largest
    }

    @Test(arguments: ["yunet_n_320_320.onnx", "yunet_s_320_320.onnx"])
    func allOutputsAreThoseOfOpenCV(name: String) async throws {
        let folder = try TemporaryFolder()
        let photos = SharedMedia.path("media/photos")
        let images = try FileManager.default.contentsOfDirectory(atPath: photos)
            .filter { $0.hasSuffix(".jpg") || $0.hasSuffix(".png") }
        let model = SharedMedia.path("models/\(name)")
        let script = try String(
            contentsOfFile: Repository.path("Tests/Reference/yunet_outputs.py"), encoding: .utf8)
        let result = try await Python.run(
            script, arguments: [model, folder.path] + images.map { "\(photos)/\($0)" })
        try #require(result.exitCode == 0, "\(result.messages)")

        let network = try Network([UInt8](try Data(contentsOf: URL(filePath: model))))
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(files.count == 6 * images.count && !images.isEmpty)
        for file in files {
            let size = try #require(file.split(separator: ".").last).split(separator: "x")
                .compactMap { Int($0) }
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: "\(folder.path)/\(file)")))
            let image = Array(bytes.prefix(3 * size[0] * size[1]))
            for kernel in KernelTests.names where kernel != "scalar" || size[0] == 64 {
                let outputs = try #require(
                    network.run(image, width: size[0], height: size[1], kernel: kernel))
                let difference = try difference(outputs, bytes, behind: image.count)
                #expect(difference <= 2e-5, "\(kernel), \(file)")
            }
        }
    }
}
