// SPDX-License-Identifier: Apache-2.0
/// Which stretches of a file hold samples that are kept, and where they come to lie, counted from the
/// start of the media data: in the same order, without what lay between them.
struct MediaLayout: Sendable {
    private struct Piece {
        var source: Range<Int64>
        var target: Int64
    }

    private var pieces: [Piece] = []
    /// Bytes of all stretches together.
    private(set) var byteCount: Int64 = 0

    /// The layout of these stretches, in any order; those that overlap are kept once.
    init(_ stretches: [Range<Int64>]) {
        for stretch in stretches.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = pieces.last, stretch.lowerBound <= last.source.upperBound {
                let end = max(last.source.upperBound, stretch.upperBound)
                pieces[pieces.count - 1].source = last.source.lowerBound..<end
            } else {
                pieces.append(Piece(source: stretch, target: 0))
            }
        }
        for index in pieces.indices {
            pieces[index].target = byteCount
            byteCount += pieces[index].source.upperBound - pieces[index].source.lowerBound
        }
    }

    /// The stretches of the source in the order in which they are written.
    var sources: [Range<Int64>] { pieces.map(\.source) }

    /// Where a byte of the source comes to lie; 0 for what is not kept, such as the place of an empty
    /// chunk.
    func target(of offset: Int64) -> UInt64 {
        var low = 0
        var high = pieces.count
        while low < high {
            let middle = (low + high) / 2
            if pieces[middle].source.upperBound <= offset {
                low = middle + 1
            } else {
                high = middle
            }
        }
        guard low < pieces.count, pieces[low].source.contains(offset) else { return 0 }
        let piece = pieces[low]
        return UInt64(piece.target + (offset - piece.source.lowerBound))
    }
}
