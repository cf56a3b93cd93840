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
    static func make(cameras: [String?]) -> [UInt8] {
        PageTemplate.pieces.flatMap { piece -> [UInt8] in
            switch piece {
            case .text(let bytes): bytes
            case .place("title"): PageTemplate.escaped("Faces, live")
            case .place("policy"): PageTemplate.escaped(policy)
            case .place("style"): PageTemplate.style
            case .place("data"): data(cameras)
            case .place("script"): PageTemplate.liveScript
            case .place: []
            }
        }
    }

    private static func data(_ cameras: [String?]) -> [UInt8] {
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
        return json.bytes.escapedForScript
    }
}
