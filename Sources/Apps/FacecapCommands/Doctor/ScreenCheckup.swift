// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Says whether a preview window can be opened.
struct ScreenCheckup {
    /// The value of a variable of the environment; `nil` where it is empty or not there.
    var variable: (String) -> String? = { name in
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
    /// Whether a library can be loaded.
    var canLoad: (String) -> Bool = { name in
        guard let library = dlopen(name, RTLD_LAZY) else { return false }
        dlclose(library)
        return true
    }

    var checks: [DoctorCheck] { [screen, library] }

    private var screen: DoctorCheck {
        let displays = ["DISPLAY", "WAYLAND_DISPLAY"].compactMap { name in
            variable(name).map { "\(name)=\($0)" }
        }
        guard displays.isEmpty else {
            return DoctorCheck(
                status: .ok, thing: "screen", detail: displays.joined(separator: ", "))
        }
        return DoctorCheck(
            status: .warning, thing: "screen", detail: "DISPLAY and WAYLAND_DISPLAY are not set",
            remedy: "use --preview=terminal or --serve, or ssh -X")
    }

    private var library: DoctorCheck {
        let name = "libSDL2-2.0.so.0"
        guard canLoad(name) else {
            return DoctorCheck(
                status: .warning, thing: "SDL", detail: "not installed, which --preview needs",
                remedy: "sudo apt-get install libsdl2-2.0-0")
        }
        return DoctorCheck(status: .ok, thing: "SDL", detail: name)
    }
}
