// SPDX-License-Identifier: Apache-2.0
import CFaceNetworks

/// A forward pass of a network on an own kernel, without what comes before and after it.
final class NetworkPass {
    private let network: OpaquePointer
    private let pass: OpaquePointer
    private var image: [UInt8] = []
    private var message = [CChar](repeating: 0, count: 256)

    /// A pass; `nil` for a kernel that is none of the own ones.
    init?(model: [UInt8], kernel: String) throws {
        var message = [CChar](repeating: 0, count: 256)
        guard kernel != "opencv" else { return nil }
        var status = FACECAP_NETWORK_UNKNOWN
        guard
            let network = facecap_network_create(
                model, model.count, &status, &message, Int32(message.count)),
            let pass = facecap_pass_create(network, kernel, &message, Int32(message.count))
        else { throw BenchmarkError("the network cannot be run on \(kernel)") }
        self.network = network
        self.pass = pass
    }

    deinit {
        facecap_pass_destroy(pass)
        facecap_network_destroy(network)
    }

    /// Runs it on one thread over an image of zeros.
    func run(_ width: Int, _ height: Int) throws {
        if image.count != 3 * width * height {
            image = Array(repeating: 0, count: 3 * width * height)
        }
        let code = facecap_pass_run(
            pass, image, 3 * width, Int32(width), Int32(height), 1, &message,
            Int32(message.count))
        guard code == 0 else { throw BenchmarkError("a pass failed") }
    }
}
