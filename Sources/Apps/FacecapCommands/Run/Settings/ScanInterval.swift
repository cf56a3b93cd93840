// SPDX-License-Identifier: Apache-2.0
import Facecap

/// How many frames go by from one that is looked at all over to the next.
enum ScanInterval: Sendable, Hashable {
    /// What is best for the source.
    case automatic
    /// Every so many, at least 1.
    case frames(Int)

    /// The number; `nil` where it is to be chosen.
    var frameCount: Int? {
        switch self {
        case .automatic: nil
        case .frames(let count): count
        }
    }
}

extension ValueReader<ScanInterval> {
    /// A number of frames, or `auto`.
    static var scanInterval: ValueReader {
        let number = ValueReader<Int>.integer(in: 1...300)
        return ValueReader(
            "N|auto", allowed: "auto, or \(number.allowed)", completion: .words(["auto"]),
            read: { $0 == "auto" ? .automatic : number.read($0).map(ScanInterval.frames) },
            write: { interval in
                switch interval {
                case .automatic: "auto"
                case .frames(let count): "\(count)"
                }
            })
    }
}
