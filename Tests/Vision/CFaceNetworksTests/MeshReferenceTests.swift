// SPDX-License-Identifier: Apache-2.0
import CFaceNetworks
import Foundation
import TestSupport
import Testing

/// Compares the face mesh with OpenCV's network of the same weights on photographs, which Python decodes.
@Suite(
    .enabled(
        if: facecap_kernels_are_optimized() != 0, "needs optimised C++, as `make test` has it"),
    .enabled(
        if: SharedMedia.isAvailable && Python.has("cv2"), "needs FACECAP_SHARED and python3-opencv")
)
struct MeshReferenceTests {
    @Test func pointsAreThoseOfOpenCV() async throws {
        let folder = try TemporaryFolder()
        let photos = SharedMedia.path("media/photos")
        let images = try FileManager.default.contentsOfDirectory(atPath: photos)
            .filter { $0.hasSuffix(".jpg") || $0.hasSuffix(".png") }
        let model = SharedMedia.path("models/face_landmark.tflite")
        let script = try String(
            contentsOfFile: Repository.path("Tests/Reference/mesh_outputs.py"), encoding: .utf8)
        let result = try await Python.run(
            script, arguments: [model, folder.path] + images.map { "\(photos)/\($0)" })
        try #require(result.exitCode == 0, "\(result.messages)")

        let network = try MeshNetwork([UInt8](try Data(contentsOf: URL(filePath: model))))
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(files.count == images.count && !images.isEmpty)
        let imageSize = 3 * MeshNetwork.side * MeshNetwork.side
        for file in files {
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: "\(folder.path)/\(file)")))
            try #require(bytes.count == imageSize + 4 * Int(FACECAP_MESH_VALUES))
            let image = Array(bytes.prefix(imageSize))
            let expected = bytes[imageSize...].withUnsafeBytes { raw in
                (0..<Int(FACECAP_MESH_VALUES)).map {
                    raw.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self)
                }
            }
            for kernel in KernelTests.names {
                let values = try #require(network.run([image], kernel: kernel)?.first)
                let largest = zip(values, expected).map { abs($0 - $1) }.max() ?? .infinity
                #expect(largest <= 1e-3, "\(kernel), \(file)")
            }
        }
    }
}
