// SPDX-License-Identifier: Apache-2.0
internal import FaceStream
internal import FaceValues

/// A project of BORIS with one observation: each face is a subject, what is coded of it are state events.
///
/// Source: the projects that BORIS 8 writes (format 7.0), and what its own check of a project asks for.
struct BORISProject: BoutWriter {
    /// All states that are coded, with the tier that tells of each.
    private static let behaviors: [(code: String, tier: FaceBouts.Tier, value: String)] = [
        ("in view", .presence, "in view"), ("head front", .direction, "front"),
        ("head left", .direction, "left"), ("head right", .direction, "right"),
        ("head up", .direction, "up"), ("head down", .direction, "down"),
        ("blink", .eyes, "blink"), ("mouth open", .mouth, "open"),
    ]

    /// A state of a face begins or ends.
    private struct Event {
        let microseconds: Int64
        let isEnd: Bool
        let faceID: Int
        let code: String
    }

    private let info: FaceExportFormat.Info

    init(_ info: FaceExportFormat.Info) { self.info = info }

    func file(of tiers: [FaceBouts.TierOfFace], end: Int64) -> [UInt8] {
        let faceIDs = tiers.filter { $0.tier == .presence }.map(\.faceID)
        var json = JSONWriter()
        json.object { json in
            Self.fields(
                [
                    ("time_format", "hh:mm:ss"), ("project_date", ""),
                    ("project_name", info.mediaName),
                    ("project_description", "faces found by facecap \(info.version)"),
                    ("project_format_version", "7.0"),
                ], to: &json)
            json.key("subjects_conf")
            json.object { json in
                for (number, faceID) in faceIDs.enumerated() {
                    json.key(String(number))
                    json.object { json in
                        Self.fields(
                            [("key", ""), ("name", Self.subject(faceID)), ("description", "")],
                            to: &json)
                    }
                }
            }
            json.key("behaviors_conf")
            json.object { json in
                for (number, behavior) in Self.behaviors.enumerated() {
                    json.key(String(number))
                    let fields = ["key", "description", "color", "category", "excluded"].map {
                        ($0, "")
                    }
                    json.object { json in
                        Self.fields(
                            [("type", "State event"), ("code", behavior.code)] + fields
                                + [("coding map", "")], to: &json)
                        json.key("modifiers")
                        json.object { _ in }
                    }
                }
            }
            json.key("observations")
            json.object { json in
                json.key(info.mediaName)
                json.object { json in observation(Self.events(of: tiers), end: end, to: &json) }
            }
            for key in ["behavioral_categories", "behaviors_coding_map"] {
                json.key(key)
                json.array { _ in }
            }
            for key in ["independent_variables", "coding_map", "converters"] {
                json.key(key)
                json.object { _ in }
            }
        }
        json.newline()
        return json.bytes
    }

    private func observation(_ events: [Event], end: Int64, to json: inout JSONWriter) {
        let isFile = info.sourceKind == "file"
        Self.fields(
            [
                ("type", isFile ? "MEDIA" : "LIVE"), ("date", "1970-01-01T00:00:00"),
                ("description", ""),
            ], to: &json)
        json.key("time offset")
        json.integer(0)
        json.key("independent_variables")
        json.object { _ in }
        json.key("observation time interval")
        json.array { json in
            json.integer(0)
            json.integer(0)
        }
        json.key("file")
        json.object { json in
            guard isFile else { return }
            json.key("1")
            json.array { json in json.string(info.mediaName) }
        }
        if isFile {
            json.key("media_info")
            json.object { json in
                number("length", Double(end) / 1e6, to: &json)
                // BORIS measures a rate that is missing; by one of 0 it would divide.
                number("fps", info.usableFrameRate, to: &json)
            }
        }
        json.key("events")
        json.array { json in
            for event in events {
                json.array { json in
                    json.number(Double(event.microseconds) / 1e6, decimals: 3)
                    json.string(Self.subject(event.faceID))
                    json.string(event.code)
                    json.string("")
                    json.string("")
                    if isFile { json.string("NA") }
                }
            }
        }
    }

    /// A number of the one movie; `nil` where it is not known.
    private func number(_ key: String, _ value: Double?, to json: inout JSONWriter) {
        json.key(key)
        json.object { json in
            guard let value else { return }
            json.key(info.mediaName)
            json.number(value, decimals: 6)
        }
    }

    /// In the order of time; what ends before what begins.
    private static func events(of tiers: [FaceBouts.TierOfFace]) -> [Event] {
        let events = tiers.flatMap { tier in
            tier.bouts.flatMap { bout -> [Event] in
                let code = behaviors.first { $0.tier == tier.tier && $0.value == bout.value }?.code
                guard let code else { return [] }
                return [(bout.start, false), (bout.end, true)].map {
                    Event(
                        microseconds: $0.0, isEnd: $0.1, faceID: tier.faceID, code: code)
                }
            }
        }
        return events.sorted {
            ($0.microseconds, $0.isEnd ? 0 : 1) < ($1.microseconds, $1.isEnd ? 0 : 1)
        }
    }

    private static func subject(_ faceID: Int) -> String { "face \(faceID)" }

    private static func fields(_ fields: [(String, String)], to json: inout JSONWriter) {
        for (key, value) in fields {
            json.key(key)
            json.string(value)
        }
    }
}
