// SPDX-License-Identifier: Apache-2.0
/// The JSON of `ffprobe -show_streams -show_packets -show_format`.
struct ProbedVideo: Decodable {
    let streams: [Stream]
    let packets: [Packet]
    let format: Format

    struct Stream: Decodable {
        let index: Int
        let codecTagString: String
        let timeBase: String
        let width: Int?
        let height: Int?
        let tags: [String: String]?
        let sideDataList: [SideData]?
    }

    struct SideData: Decodable {
        let rotation: Int?
    }

    struct Packet: Decodable {
        let streamIndex: Int
        let pts: Int64?
        let dts: Int64?
        let duration: Int64?
        let size: String
        let pos: String?
        let flags: String
        let dataHash: String?
    }

    struct Format: Decodable {
        let duration: String?
        let tags: [String: String]?
    }

    func packets(of stream: Stream) -> [Packet] {
        packets.filter { $0.streamIndex == stream.index }
    }
}
