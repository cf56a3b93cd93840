// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
import Glibc

/// Which X server the session of the user has.
struct ScreenEnvironment {
    let display: String?
    let waylandDisplay: String?

    /// That of this process.
    static var current: ScreenEnvironment {
        ScreenEnvironment(display: value("DISPLAY"), waylandDisplay: value("WAYLAND_DISPLAY"))
    }

    /// The server to capture; a Wayland session shows an X server only the windows that X programs have.
    ///
    /// - Parameter named: the one the user names, which is taken at their word.
    func display(named: String?) throws(FacecapError) -> String {
        if let named, !named.isEmpty { return named }
        guard waylandDisplay == nil else {
            throw FacecapError(
                .formatUnsupported,
                "This is a Wayland session, which shows its screen to no X11 program; log in to an "
                    + "X11 (Xorg) session, or name an X server such as screen::1.")
        }
        guard let display else {
            throw FacecapError(
                .sourceNotFound,
                "There is no screen: DISPLAY is not set; name an X server such as screen::0.")
        }
        return display
    }

    private static func value(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
