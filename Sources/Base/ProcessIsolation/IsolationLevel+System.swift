// SPDX-License-Identifier: Apache-2.0
internal import CIsolation
package import FaceValues

extension IsolationLevel {
    /// What this system offers.
    package static var supported: IsolationLevel {
        IsolationLevel(code: facecap_isolation_support())
    }

    init(code: Int32) {
        self =
            switch code {
            case Int32(FACECAP_ISOLATION_FULL): .full
            case Int32(FACECAP_ISOLATION_SECCOMP): .seccomp
            default: .none
            }
    }

    var code: UInt8 {
        switch self {
        case .none: UInt8(FACECAP_ISOLATION_NONE)
        case .seccomp: UInt8(FACECAP_ISOLATION_SECCOMP)
        case .full: UInt8(FACECAP_ISOLATION_FULL)
        }
    }
}
