/// The JSON of `ffprobe -show_streams -show_packets -show_format`.
struct ProbedFilm: Decodable {
    let streams: [Stream]
    let packets: [Packet]
    let format: Format

    struct Stream: Decodable {
        let index: Int
        let codec_type: String
        let codec_tag_string: String
        let time_base: String
        let width: Int?
        let height: Int?
        let tags: [String: String]?
        let side_data_list: [SideData]?
    }

    struct SideData: Decodable {
        let rotation: Int?
    }

    struct Packet: Decodable {
        let stream_index: Int
        let pts: Int64?
        let dts: Int64?
        let duration: Int64?
        let size: String
        let pos: String?
        let flags: String
    }

    struct Format: Decodable {
        let duration: String?
        let tags: [String: String]?
    }

    func packets(of stream: Stream) -> [Packet] {
        packets.filter { $0.stream_index == stream.index }
    }
}
