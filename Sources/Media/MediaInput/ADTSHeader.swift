// SPDX-License-Identifier: Apache-2.0
/// What stands before each packet of AAC in a transport stream: ISO/IEC 13818-7 6.2,
/// `adts_fixed_header` and `adts_variable_header`.
struct ADTSHeader: Equatable {
    /// The AudioSpecificConfig (ISO/IEC 14496-3 1.6.2.1) that says the same.
    let configuration: [UInt8]
    /// Where the packet's content lies.
    let content: Range<Int>

    /// The header that bytes begin with; `nil` where it is cut, makes no sense, counts more than one
    /// block of content or leaves the channels to the content.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 7, bytes[0] == 0xFF, bytes[1] & 0xF6 == 0xF0 else { return nil }
        let objectType = bytes[2] >> 6 + 1
        let rate = bytes[2] >> 2 & 15
        let channels = (bytes[2] & 1) << 2 | bytes[3] >> 6
        let length = Int(bytes[3] & 3) << 11 | Int(bytes[4]) << 3 | Int(bytes[5]) >> 5
        let header = bytes[1] & 1 == 1 ? 7 : 9
        guard rate < 13, channels > 0, bytes[6] & 3 == 0, length > header, length <= bytes.count
        else { return nil }
        configuration = [objectType << 3 | rate >> 1, rate << 7 | channels << 3]
        content = header..<length
    }
}
