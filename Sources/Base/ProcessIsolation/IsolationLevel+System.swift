// SPDX-License-Identifier: Apache-2.0
internal import CIsolation
package import FaceValues

extension IsolationLevel {
    /// What this system offers.
    package static var supported: IsolationLevel {
        IsolationLevel(code: facecap_isolation_support()) ?? IsolationLevel.none
    }

    init?(code: some BinaryInteger) {
        guard let level = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = level
    }

    var code: UInt8 {
        switch self {
        case .none: UInt8(FACECAP_ISOLATION_NONE)
        case .seccomp: UInt8(FACECAP_ISOLATION_SECCOMP)
        case .full: UInt8(FACECAP_ISOLATION_FULL)
        }
    }
}
