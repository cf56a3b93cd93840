// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Says what keeps the process that decodes files from everything else.
struct SandboxCheckup {
    var checks: [DoctorCheck] {
        let level: IsolationLevel
        do throws(FacecapError) {
            level = try IsolatedFileInput.availableIsolation()
        } catch {
            return [DoctorCheck(status: .problem, thing: "sandbox", detail: error.message)]
        }
        return [Self.check(level)]
    }

    static func check(_ level: IsolationLevel) -> DoctorCheck {
        switch level {
        case .full:
            DoctorCheck(
                status: .ok, thing: "sandbox",
                detail:
                    "full: the decoder cannot access other files, the network or other processes")
        case .seccomp:
            DoctorCheck(
                status: .warning, thing: "sandbox",
                detail: "seccomp: what decodes files has few system calls; Landlock is missing",
                remedy: "use Linux 5.13 or later with Landlock among its security modules")
        case .none:
            DoctorCheck(
                status: .warning, thing: "sandbox",
                detail: "none: what decodes files has the rights of this user",
                remedy:
                    "allow seccomp, which containers may forbid, or decode files of your own only")
        }
    }
}
