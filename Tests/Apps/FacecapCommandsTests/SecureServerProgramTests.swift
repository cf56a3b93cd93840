// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// What is read from a server whose certificate is its own.
@Suite(
    .enabled(if: FFmpegProgram.isAvailable, "ffmpeg is not installed"),
    .enabled(
        if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl"),
        "openssl is not installed"))
struct SecureServerProgramTests {
    private let media: MediaFolder
    private var certificate: String { media.path("certificate.pem") }
    private var key: String { media.path("key.pem") }

    init() throws { media = try MediaFolder() }

    /// Serves a folder without and with TLS, on free ports, which it prints.
    private static let server = """
        import functools, http.server, ssl, sys, threading
        folder, certificate, key = sys.argv[1:]
        handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=folder)
        plain, secure = (
            http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) for _ in range(2))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        secure.socket = context.wrap_socket(secure.socket, server_side=True)
        threading.Thread(target=secure.serve_forever, daemon=True).start()
        print(plain.server_port, secure.server_port, sep="\\n", flush=True)
        plain.serve_forever()
        """

    /// Makes a certificate and serves the folder; the program, and its ports.
    private func serve() async throws -> (server: RunningCommand, ports: [Substring]) {
        let words =
            "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
            + " -subj /CN=camera -addext subjectAltName=IP:127.0.0.1"
        let made = try await CommandRunner.run(
            words.split(separator: " ").map(String.init)
                + ["-keyout", key, "-out", certificate], of: "/usr/bin/openssl")
        try #require(made.exitCode == 0, "\(made.messages)")
        let server = try CommandRunner.startBeside([
            "/usr/bin/python3", "-c", Self.server, media.url.path, certificate, key,
        ])
        #expect(await server.waitForLines(2), "\(server.messages)")
        return (server, server.output.split(separator: "\n"))
    }

    @Test(arguments: [[], ["--no-sandbox"]])
    func aServerThatCannotBeVerifiedIsReadWhereItsUserTrustsIt(_ options: [String]) async throws {
        let (server, ports) = try await serve()
        defer { server.send(SIGKILL) }
        try #require(ports.count == 2)
        _ = try media.make("video.ts", "-f lavfi -i testsrc=d=0.4:s=64x48:r=10 -f mpegts")
        let video = "https://127.0.0.1:\(ports[1])/video.ts"
        let list = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:0.4,\n\(video)\n#EXT-X-ENDLIST\n"
        _ = try media.write("list.m3u8", Data(list.utf8))
        for address in [video, "http://127.0.0.1:\(ports[0])/list.m3u8"] {
            let words =
                ["live", "--json", "--source", address] + options + CheapDetection.ofNobody
            let refused = try await CommandRunner.run(words, environment: ["SSL_CERT_FILE": nil])
            #expect(refused.exitCode != 0, "\(address)")
            if address == video {
                #expect(
                    refused.messages.contains("accept an untrusted server with --insecure"),
                    "\(refused.messages)")
            }
            let accepted = try await CommandRunner.run(
                words + ["--insecure"], environment: ["SSL_CERT_FILE": nil])
            #expect(accepted.exitCode == 0, "\(address): \(accepted.messages)")
            let trusted = try await CommandRunner.run(
                words, environment: ["SSL_CERT_FILE": certificate])
            #expect(trusted.exitCode == 0, "\(address): \(trusted.messages)")
        }
    }
}
