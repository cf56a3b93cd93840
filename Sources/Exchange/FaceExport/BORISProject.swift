// SPDX-License-Identifier: Apache-2.0
internal import FaceStream
internal import FaceValues

/// A project of BORIS with one observation: each face is a subject, what is coded of it are state events, and markers
/// are point events without a subject, whose text is the comment.
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

    private static let markerCode = "marker"

    /// A state of a face begins or ends, or there is a marker.
    private struct Event {
        let microseconds: Int64
        var isEnd = false
        var subject = ""
        let code: String
        var comment = ""
    }

    private let info: FaceExportFormat.Info

    init(_ info: FaceExportFormat.Info) { self.info = info }

    func file(
        of tiers: [FaceBouts.TierOfFace], markers: [FaceBouts.Bout], end: Int64
    ) -> [UInt8] {
        var codes = Self.behaviors.map { (type: "State event", code: $0.code) }
        if !markers.isEmpty { codes.append((type: "Point event", code: Self.markerCode)) }
        let events = Self.events(of: tiers, markers)
        let faceIDs = tiers.filter { $0.tier == .presence }.map(\.faceID)
        var json = JSONWriter()
        json.object { json in
            json.member("time_format", "hh:mm:ss")
            json.member("project_date", "")
            json.member("project_name", info.mediaName)
            json.member("project_description", "faces found by facecap \(info.version)")
            json.member("project_format_version", "7.0")
            json.object("subjects_conf") { json in
                for (number, faceID) in faceIDs.enumerated() {
                    json.key(String(number))
                    json.object { json in
                        json.member("key", "")
                        json.member("name", Self.subject(faceID))
                        json.member("description", "")
                    }
                }
            }
            json.object("behaviors_conf") { json in
                for (number, (type, code)) in codes.enumerated() {
                    json.key(String(number))
                    json.object { json in
                        json.member("type", type)
                        json.member("code", code)
                        json.member("key", "")
                        json.member("description", "")
                        json.member("color", "")
                        json.member("category", "")
                        json.member("excluded", "")
                        json.member("coding map", "")
                        json.object("modifiers") { _ in }
                    }
                }
            }
            json.object("observations") { json in
                json.key(info.mediaName)
                json.object { json in observation(events, end: end, to: &json) }
            }
            json.array("behavioral_categories") { _ in }
            json.array("behaviors_coding_map") { _ in }
            json.object("independent_variables") { _ in }
            json.object("coding_map") { _ in }
            json.object("converters") { _ in }
        }
        json.newline()
        return json.bytes
    }

    private func observation(_ events: [Event], end: Int64, to json: inout JSONWriter) {
        let isFile = info.sourceKind == "file"
        json.member("type", isFile ? "MEDIA" : "LIVE")
        json.member("date", "1970-01-01T00:00:00")
        json.member("description", "")
        json.member("time offset", 0)
        json.object("independent_variables") { _ in }
        json.array("observation time interval") { json in
            json.integer(0)
            json.integer(0)
        }
        json.object("file") { json in
            guard isFile else { return }
            json.array("1") { json in json.string(info.mediaName) }
        }
        if isFile {
            json.object("media_info") { json in
                number("length", Double(end) / 1e6, to: &json)
                // BORIS measures a rate that is missing; by one of 0 it would divide.
                number("fps", info.usableFrameRate, to: &json)
            }
        }
        json.array("events") { json in
            for event in events {
                json.array { json in
                    json.number(Double(event.microseconds) / 1e6, decimals: 3)
                    json.string(event.subject)
                    json.string(event.code)
                    json.string("")
                    json.string(event.comment)
                    if isFile { json.string("NA") }
                }
            }
        }
    }

    /// A number of the one movie; `nil` where it is not known.
    private func number(_ key: StaticString, _ value: Double?, to json: inout JSONWriter) {
        json.object(key) { json in
            guard let value else { return }
            json.key(info.mediaName)
            json.number(value, decimals: 6)
        }
    }

    /// In the order of time; what ends before what begins.
    private static func events(
        of tiers: [FaceBouts.TierOfFace], _ markers: [FaceBouts.Bout]
    ) -> [Event] {
        var events = tiers.flatMap { tier in
            tier.bouts.flatMap { bout -> [Event] in
                let code = behaviors.first { $0.tier == tier.tier && $0.value == bout.value }?.code
                guard let code else { return [] }
                return [(bout.start, false), (bout.end, true)].map {
                    Event(
                        microseconds: $0.0, isEnd: $0.1, subject: subject(tier.faceID), code: code)
                }
            }
        }
        events += markers.map {
            Event(microseconds: $0.start, code: markerCode, comment: $0.value)
        }
        return events.sorted {
            ($0.microseconds, $0.isEnd ? 0 : 1) < ($1.microseconds, $1.isEnd ? 0 : 1)
        }
    }

    private static func subject(_ faceID: Int) -> String { "face \(faceID)" }
}
