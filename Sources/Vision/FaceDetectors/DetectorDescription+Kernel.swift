// SPDX-License-Identifier: Apache-2.0
internal import CFaceNetworks
public import FaceValues
import Glibc

extension DetectorDescription {
    /// What runs a detector's network: inner loops for one kind of processor, or OpenCV.
    ///
    /// Those for processors with fused multiply-add, and the scalar one, find the same faces to the last
    /// bit; all others differ in the last digits.
    public struct Kernel: Sendable, Hashable {
        /// `avx512`, `avx2`, `sse4`, `neon`, `scalar` or `opencv`.
        public let name: String

        /// OpenCV, which runs every network, also those that nothing else here knows.
        public static let openCV = Kernel("opencv")

        /// What this processor can run, best first, OpenCV last.
        public static var available: [Kernel] {
            (0..<facecap_kernel_count()).map {
                Kernel(String(cString: facecap_kernel_name($0)))
            } + [openCV]
        }

        /// Whether two kernels, by their names, find the same faces to the last bit; no kernel is like no kernel alone.
        package static func areEquivalent(_ one: String?, _ other: String?) -> Bool {
            guard let one, let other, one != other else { return one == other }
            return exact.contains(one) && exact.contains(other)
        }

        /// The kernels with fused multiply-add, and the scalar one, which does the same.
        private static let exact: Set<String> = ["avx512", "avx2", "neon", "scalar"]

        /// One whose name is known to be right.
        init(_ name: String) { self.name = name }

        /// The one of that name.
        ///
        /// - Throws: `invalidArgument` for one that this processor cannot run.
        public init(named name: String) throws(FacecapError) {
            let available = Self.available
            guard let kernel = available.first(where: { $0.name == name }) else {
                let names = available.map(\.name).joined(separator: ", ")
                throw FacecapError(
                    .invalidArgument,
                    "There is no kernel '\(name)' for networks, this processor has: \(names).")
            }
            self = kernel
        }

        /// The one that the environment's `FACECAP_KERNEL` asks for; `nil` where it asks for none.
        ///
        /// - Throws: as ``init(named:)``.
        public static func requested() throws(FacecapError) -> Kernel? {
            guard let value = getenv("FACECAP_KERNEL"), value.pointee != 0 else { return nil }
            return try Kernel(named: String(cString: value))
        }

        /// What the network in the bytes of an ONNX file runs on in this process.
        ///
        /// - Throws: as ``requested()``.
        public static func running(_ model: [UInt8]) throws(FacecapError) -> Kernel {
            let requested = try requested()
            var status = FACECAP_NETWORK_UNKNOWN
            var message: CChar = 0
            let network = facecap_network_create(model, model.count, &status, &message, 1)
            facecap_network_destroy(network)
            guard network != nil else { return openCV }
            if let requested { return requested }
            return facecap_kernels_are_optimized() != 0 ? available[0] : openCV
        }
    }
}
