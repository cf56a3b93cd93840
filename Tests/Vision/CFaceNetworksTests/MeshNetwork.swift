// SPDX-License-Identifier: Apache-2.0
import CFaceNetworks

/// A face mesh with the passes that tests run on it.
final class MeshNetwork {
    static let side = Int(FACECAP_MESH_SIDE)

    private let handle: OpaquePointer

    init(_ model: [UInt8]) throws(Network.Refusal) {
        var message = [CChar](repeating: 0, count: 256)
        var status = FACECAP_NETWORK_READ
        guard
            let handle = facecap_mesh_create(
                model, model.count, &status, &message, Int32(message.count))
        else { throw Network.Refusal(status: status, message: text(of: message)) }
        self.handle = handle
    }

    deinit { facecap_mesh_destroy(handle) }

    /// What comes out for images of packed bytes, one after the other, by the same pass; `nil` without such a
    /// kernel.
    func run(_ images: [[UInt8]], kernel: String? = nil) -> [[Float]]? {
        var message = [CChar](repeating: 0, count: 256)
        guard let pass = facecap_mesh_pass_create(handle, kernel, &message, Int32(message.count))
        else { return nil }
        defer { facecap_mesh_pass_destroy(pass) }
        return images.map { image in
            var values = [Float](repeating: .nan, count: Int(FACECAP_MESH_VALUES))
            facecap_mesh_pass_run(pass, image, 3 * Self.side, &values)
            return values
        }
    }
}
