// SPDX-License-Identifier: Apache-2.0
internal import CSDL
import FaceValues
import Glibc
import Synchronization

/// SDL 2, loaded and with its video part begun; used by one thread alone.
final class SDLLibrary {
    /// Its functions.
    let functions: FacecapSDL
    private let hasLostScreen = Atomic(false)

    /// Loads the library and connects to the screen.
    ///
    /// Throws `.sourceNotFound` where there is no screen, or no library.
    init() throws(FacecapError) {
        try Self.checkScreen()
        functions = try Self.load()
        // Ctrl-C is the program's own affair, and so is the screen saver the user's.
        set(SDL_HINT_NO_SIGNAL_HANDLERS, "1")
        set(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1")
        set(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0")
        // Without these two a machine without a screen, or without a driver of its card, gets substitutes
        // that show nothing or cost a processor.
        set(SDL_HINT_VIDEODRIVER, "x11,wayland")
        set(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0")
        guard functions.InitSubSystem?(SDL_INIT_VIDEO) == 0 else {
            throw FacecapError(
                .sourceNotFound,
                "The screen cannot be used (\(message)): check DISPLAY, or show the frames in the "
                    + "terminal.")
        }
    }

    /// A screen that is gone stays as it is: Xlib would end the process at SDL's other connections to it.
    deinit {
        guard isScreenLost else { return functions.QuitSubSystem?(SDL_INIT_VIDEO) ?? () }
        // At the end of the process libGLX would wait for ever for what Xlib has locked.
        on_exit(
            { status, _ in
                fflush(nil)
                _exit(status)
            }, nil)
    }

    /// Whether the X server is gone, and with it everything that could be shown.
    var isScreenLost: Bool { hasLostScreen.load(ordering: .relaxed) }

    /// Lets the process live on when the X server of a window goes.
    func outliveScreen(of window: OpaquePointer) {
        facecap_sdl_outlive_screen(
            window,
            { _, library in
                guard let library else { return }
                Unmanaged<SDLLibrary>.fromOpaque(library).takeUnretainedValue()
                    .hasLostScreen.store(true, ordering: .relaxed)
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// What SDL says of its last failure, on one line.
    var message: String {
        functions.GetError?().map { String(cString: $0).replacing("\n", with: " ") } ?? ""
    }

    private func set(_ hint: String, _ value: String) { _ = functions.SetHint?(hint, value) }

    private static func load() throws(FacecapError) -> FacecapSDL {
        var functions = FacecapSDL()
        switch facecap_sdl_load(&functions) {
        case 0: return functions
        case -1:
            throw FacecapError(
                .sourceNotFound,
                "A preview window needs SDL 2: install it with: sudo apt-get install "
                    + "libsdl2-2.0-0; or show the frames in the terminal.")
        default:
            throw FacecapError(
                .sourceNotFound,
                "SDL 2 is too old for a preview window: install 2.0.18 or later, or show the frames "
                    + "in the terminal.")
        }
    }

    /// SDL's own variable may name a driver that needs neither X11 nor Wayland.
    private static func checkScreen() throws(FacecapError) {
        let names = ["DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"]
        guard !names.contains(where: { name in getenv(name).map { $0.pointee != 0 } ?? false })
        else { return }
        throw FacecapError(
            .sourceNotFound,
            "There is no screen for a preview window: DISPLAY is not set; set it, or show the frames "
                + "in the terminal.")
    }
}
