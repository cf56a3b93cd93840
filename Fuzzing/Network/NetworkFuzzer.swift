// SPDX-License-Identifier: Apache-2.0
import CFaceNetworks

private let side = 64
private let image = [UInt8](repeating: 128, count: Int(FACECAP_MESH_SIDE * FACECAP_MESH_SIDE) * 3)

/// Reads a model made of the fuzzer's bytes, and runs it where it is one.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzNetwork(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var message = [CChar](repeating: 0, count: 256)
    var status = FACECAP_NETWORK_READ
    let capacity = Int32(message.count)
    if let network = facecap_network_create(start, count, &status, &message, capacity) {
        defer { facecap_network_destroy(network) }
        if let pass = facecap_pass_create(network, nil, &message, capacity) {
            defer { facecap_pass_destroy(pass) }
            _ = facecap_pass_run(
                pass, image, side * 3, Int32(side), Int32(side), 1, &message, capacity)
        }
    }
    if let mesh = facecap_mesh_create(start, count, &status, &message, capacity) {
        defer { facecap_mesh_destroy(mesh) }
        if let pass = facecap_mesh_pass_create(mesh, nil, &message, capacity) {
            defer { facecap_mesh_pass_destroy(pass) }
            var values = [Float](repeating: 0, count: Int(FACECAP_MESH_VALUES))
            facecap_mesh_pass_run(pass, image, Int(FACECAP_MESH_SIDE) * 3, &values)
        }
    }
    return 0
}
