// SPDX-License-Identifier: Apache-2.0
import CFaceNetworks

/// A network with the passes that tests run on it.
final class Network {
    /// Why there is no network.
    struct Refusal: Error {
        let status: FacecapNetworkStatus
        let message: String
    }

    private let handle: OpaquePointer

    init(_ model: [UInt8]) throws(Refusal) {
        var message = [CChar](repeating: 0, count: 256)
        var status = FACECAP_NETWORK_READ
        guard
            let handle = facecap_network_create(
                model, model.count, &status, &message, Int32(message.count))
        else { throw Refusal(status: status, message: text(of: message)) }
        self.handle = handle
    }

    deinit { facecap_network_destroy(handle) }

    /// The three outputs for an image of packed bytes; `nil` when the pass says that it cannot.
    func run(
        _ bgr: [UInt8], width: Int, height: Int, kernel: String? = nil, threads: Int = 1
    ) -> [[Float]]? {
        run([(bgr, width, height)], kernel: kernel, threads: threads)?.last
    }

    /// The outputs for one image after the other, by the same pass.
    func run(
        _ images: [(bgr: [UInt8], width: Int, height: Int)], kernel: String? = nil, threads: Int = 1
    ) -> [[[Float]]]? {
        var message = [CChar](repeating: 0, count: 256)
        guard let pass = facecap_pass_create(handle, kernel, &message, Int32(message.count)) else {
            return nil
        }
        defer { facecap_pass_destroy(pass) }
        var results: [[[Float]]] = []
        for (bgr, width, height) in images {
            let code = facecap_pass_run(
                pass, bgr, 3 * width, Int32(width), Int32(height), Int32(threads), &message,
                Int32(message.count))
            guard code == 0 else { return nil }
            results.append(
                (0..<3).map { level in
                    let cells = (width >> (3 + level)) * (height >> (3 + level))
                    let output = facecap_pass_output(pass, Int32(level))
                    return Array(
                        UnsafeBufferPointer(start: output, count: cells * Int(FACECAP_CELL_VALUES)))
                })
        }
        return results
    }
}

/// The text before the zero that ends it.
func text(of message: [CChar]) -> String {
    String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
