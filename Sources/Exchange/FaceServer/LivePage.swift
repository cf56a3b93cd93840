// SPDX-License-Identifier: Apache-2.0
internal import FaceOverlay
internal import FaceReport
internal import FaceStream

/// The page that shows frames while they are captured.
enum LivePage {
    /// What the page for cameras with these names is, and what it may do; a camera without a name is the
    /// only one.
    ///
    /// - Parameter header: the first record of the stream, which says what the cameras are.
    static func make(cameras: [String?], header: [UInt8]) -> (page: [UInt8], policy: String) {
        // The policy stands in the page too, but in no script.
        let draft = make(cameras, header, policy: "")
        let policy = policy(of: draft)
        return (make(cameras, header, policy: policy), policy + "; frame-ancestors 'none'")
    }

    /// It may run its own scripts alone, and ask for what comes from its own server.
    private static func policy(of page: [UInt8]) -> String {
        "default-src 'none'; script-src \(InlineHashes.sources(of: "script", in: page));"
            + " style-src \(InlineHashes.sources(of: "style", in: page));"
            + " img-src blob:; connect-src 'self'; base-uri 'none'; form-action 'none'"
    }

    private static func make(
        _ cameras: [String?], _ header: [UInt8], policy: String
    ) -> [UInt8] {
        PageTemplate.page(PageTemplate.pieces, policy: policy) { place in
            switch place {
            case "title": PageTemplate.escaped("Faces, live")
            case "data": data(cameras, header)
            case "script": PageTemplate.liveScript
            default: []
            }
        }
    }

    private static func data(_ cameras: [String?], _ header: [UInt8]) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("schema", "facecap-live/1")
            json.palette()
            json.array("cameras") { json in
                for (index, name) in cameras.enumerated() { json.string(name ?? "\(index)") }
            }
        }
        // A record is an object of its own, which the data hold beside their own keys.
        let session = Array("\"session\":".utf8) + header.filter { $0 != UInt8(ascii: "\n") }
        return (json.bytes.dropLast() + Array(",".utf8) + session + Array("}".utf8))
            .escapedForScript
    }
}
