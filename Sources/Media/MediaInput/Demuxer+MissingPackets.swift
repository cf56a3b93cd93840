// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg

extension Demuxer {
    /// Counts what ``missingPacketCount`` says.
    func countMissingPackets() -> Int {
        guard isMovie, let size = input?.byteCount else { return 0 }
        var count = 0
        for stream in streams where stream.pointee.discard != AVDISCARD_ALL {
            for index in 0..<max(0, avformat_index_get_entries_count(stream)) {
                guard let entry = avformat_index_get_entry(stream, index) else { break }
                let (end, overflow) = entry.pointee.pos
                    .addingReportingOverflow(Int64(entry.pointee.size))
                if overflow || end > size { count += 1 }
            }
        }
        return count
    }

    /// Whether the end that was met may be that of one packet which is not in the file: packets of other streams, which lie
    /// before it, may follow.
    func passesMissingPacket() -> Bool {
        guard metMissingCount < missingPacketCount else { return false }
        metMissingCount += 1
        return true
    }
}
