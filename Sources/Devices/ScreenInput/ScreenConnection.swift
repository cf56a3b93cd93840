// SPDX-License-Identifier: Apache-2.0
internal import CXCB
internal import FaceValues
import Glibc

/// A connection to an X server, and the root window of its screen; of one thread at a time.
final class ScreenConnection {
    /// The server's name.
    let display: String
    let connection: OpaquePointer
    let root: xcb_window_t
    /// Pixels.
    let width, height: Int

    init(display: String) throws(FacecapError) {
        var screenNumber: Int32 = 0
        guard let connection = xcb_connect(display, &screenNumber) else {
            throw Self.unreachable(display)
        }
        // Until all properties are set, nobody else lets go of it.
        guard xcb_connection_has_error(connection) == 0,
            let screen = Self.screen(screenNumber, of: connection)
        else {
            xcb_disconnect(connection)
            throw Self.unreachable(display)
        }
        guard Self.hasFourBytesAPixel(screen, of: connection) else {
            let depth = screen.pointee.root_depth
            xcb_disconnect(connection)
            throw FacecapError(
                .formatUnsupported,
                "The screen \(display) has \(depth) bits of color, not 8 each of blue, green and red;"
                    + " start its server with a depth of 24.")
        }
        self.display = display
        self.connection = connection
        root = screen.pointee.root
        width = Int(screen.pointee.width_in_pixels)
        height = Int(screen.pointee.height_in_pixels)
    }

    deinit { xcb_disconnect(connection) }

    /// Why the server gave no frame, of an error that it sent or none.
    func failure(_ error: UnsafeMutablePointer<xcb_generic_error_t>?) -> FacecapError {
        defer { free(error) }
        guard let error, xcb_connection_has_error(connection) == 0 else {
            return FacecapError(
                .deviceDisconnected,
                "The connection to the X server \(display) was lost; start again.")
        }
        let code = Int32(error.pointee.error_code)
        guard code == XCB_MATCH else {
            return FacecapError(
                .permissionDenied,
                "The X server \(display) refuses to show its screen (error \(code)).")
        }
        return FacecapError(
            .deviceDisconnected,
            "The screen \(display) has become smaller than the part captured; start again.")
    }

    private static func screen(
        _ number: Int32, of connection: OpaquePointer
    ) -> UnsafeMutablePointer<xcb_screen_t>? {
        var screens = xcb_setup_roots_iterator(xcb_get_setup(connection))
        for _ in 0..<max(0, number) where screens.rem > 0 { xcb_screen_next(&screens) }
        return screens.rem > 0 ? screens.data : nil
    }

    /// Whether pixels are blue, green, red and a byte without meaning.
    private static func hasFourBytesAPixel(
        _ screen: UnsafePointer<xcb_screen_t>, of connection: OpaquePointer
    ) -> Bool {
        guard let setup = xcb_get_setup(connection),
            setup.pointee.image_byte_order == XCB_IMAGE_ORDER_LSB_FIRST.rawValue
        else { return false }
        let count = Int(xcb_setup_pixmap_formats_length(setup))
        let formats = UnsafeBufferPointer(start: xcb_setup_pixmap_formats(setup), count: count)
        let depth = screen.pointee.root_depth
        return facecap_xcb_has_bgr_pixels(screen) != 0
            && formats.contains { $0.depth == depth && $0.bits_per_pixel == 32 }
    }

    private static func unreachable(_ display: String) -> FacecapError {
        FacecapError(
            .sourceNotFound,
            "Cannot connect to the X server \(display); check that it is running and that "
                + "XAUTHORITY belongs to its user.")
    }
}
