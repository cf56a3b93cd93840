// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What `facecap inspect --json` writes of a track.
struct TrackRecord: Encodable {
    let id: Int
    let kind: String
    let handler: String
    let name: String?
    let codec: String?
    let enabled: Bool
    let language: String?
    let describes: [Int]?
    let width: Int?
    let height: Int?
    let rotation: Int?
    let mirrored: Bool?
    let sampleRate: Double?
    let channels: Int?
    let samples: Int
    let averageRate: Double?
    let start: Double?
    let duration: Double
    let bytes: Int64
    let damage: String?

    init(_ track: MovieInspection.Track) {
        let header = track.header
        let isVideo = header.kind == .video
        id = Int(header.id)
        kind = header.kind.rawValue
        handler = header.handler.description
        name = header.handlerName
        codec = header.codec?.description
        enabled = header.isEnabled
        language = header.language
        describes = header.references["cdsc"]?.map(Int.init)
        width = isVideo ? header.width : nil
        height = isVideo ? header.height : nil
        let orientation = header.orientation ?? .upright
        rotation = isVideo ? orientation.degrees : nil
        mirrored = isVideo ? orientation.isMirrored : nil
        sampleRate = track.sampleRate
        channels = track.channelCount
        samples = track.samples.sampleCount
        averageRate = track.samples.averageRate.map(JSONLine.microseconds)
        start = track.samples.start.map { JSONLine.microseconds($0.seconds) }
        duration = JSONLine.microseconds(track.samples.seconds)
        bytes = track.samples.byteCount
        damage = track.samples.damage?.message
    }
}
