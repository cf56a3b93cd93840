internal import FaceOverlay
internal import FaceReport
internal import FaceStream

/// The page that shows pictures while they are captured.
enum LivePage {
    /// It may ask for what comes from its own server.
    static let policy =
        "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline';"
        + " img-src blob:; connect-src 'self'"

    /// The page for cameras with these names; one without a name is the only one.
    ///
    /// - Parameter header: the first record of the stream, which says what the cameras are.
    static func make(cameras: [String?], header: [UInt8]) -> [UInt8] {
        PageTemplate.pieces.flatMap { piece -> [UInt8] in
            switch piece {
            case .text(let bytes): bytes
            case .place("title"): PageTemplate.escaped("Faces, live")
            case .place("policy"): PageTemplate.escaped(policy)
            case .place("style"): PageTemplate.style
            case .place("data"): data(cameras, header)
            case .place("script"): PageTemplate.liveScript
            case .place: []
            }
        }
    }

    private static func data(_ cameras: [String?], _ header: [UInt8]) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.key("schema")
            json.string("facecap-live/1")
            json.palette()
            json.key("cameras")
            json.array { json in
                for (index, name) in cameras.enumerated() { json.string(name ?? "\(index)") }
            }
        }
        // A record is an object of its own, which the data hold beside their own keys.
        let session = Array("\"session\":".utf8) + header.filter { $0 != UInt8(ascii: "\n") }
        return (json.bytes.dropLast() + Array(",".utf8) + session + Array("}".utf8))
            .escapedForScript
    }
}
