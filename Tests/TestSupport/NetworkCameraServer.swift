// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A network camera: GStreamer's RTSP server with a test image of 320x240, 15 a second, as JPEG; ended with the value.
public final class NetworkCameraServer: Sendable {
    /// Whether there is such a server.
    public static let isAvailable =
        Python.has("gi")
        && FileManager.default.fileExists(
            atPath: "/usr/lib/\(machine)-linux-gnu/girepository-1.0/GstRtspServer-1.0.typelib")

    /// Where it is found on this machine, such as `rtsp://127.0.0.1:40000/camera`.
    public let address: String
    /// The number of its port.
    public let port: Int
    private let server: RunningCommand

    /// Starts a camera.
    ///
    /// - Parameter port: where it listens; 0 for a free one.
    public init(port: Int = 0) async throws {
        server = try CommandRunner.startBeside(["/usr/bin/python3", "-c", Self.script, "\(port)"])
        guard await server.waitForLines(1), let port = Int(server.output.prefix { $0 != "\n" })
        else { throw CocoaError(.featureUnsupported, userInfo: ["messages": server.messages]) }
        self.port = port
        address = "rtsp://127.0.0.1:\(port)/camera"
    }

    /// Ends the server, as a cut of its power does.
    public func end() async {
        server.send(SIGKILL)
        _ = await server.result()
    }

    deinit { server.send(SIGKILL) }

    #if arch(arm64)
        private static let machine = "aarch64"
    #else
        private static let machine = "x86_64"
    #endif

    private static let script = """
        import sys, gi
        gi.require_version("Gst", "1.0")
        gi.require_version("GstRtspServer", "1.0")
        from gi.repository import GLib, Gst, GstRtspServer
        Gst.init(None)
        server = GstRtspServer.RTSPServer()
        server.set_address("127.0.0.1")
        server.set_service(sys.argv[1])
        factory = GstRtspServer.RTSPMediaFactory()
        factory.set_launch("( videotestsrc is-live=true ! video/x-raw,format=I420,width=320,height=240,"
                           "framerate=15/1 ! jpegenc ! rtpjpegpay name=pay0 )")
        factory.set_shared(True)
        server.get_mount_points().add_factory("/camera", factory)
        if not server.attach(None):
            sys.exit("the port is taken")
        print(server.get_bound_port(), flush=True)
        GLib.MainLoop().run()
        """
}
