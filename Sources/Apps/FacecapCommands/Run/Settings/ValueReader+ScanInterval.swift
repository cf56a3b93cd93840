// SPDX-License-Identifier: Apache-2.0
internal import FaceAnalysis
import Facecap

extension ValueReader<ScanInterval> {
    /// A number of frames, or `auto`.
    static var scanInterval: ValueReader {
        let number = ValueReader<Int>.integer(in: 1...300)
        return ValueReader(
            "N|auto", allowed: "auto, or \(number.allowed)", completion: .words(["auto"]),
            read: { $0 == "auto" ? ScanInterval(nil) : number.read($0).map(ScanInterval.every) },
            write: { $0.requested.map(String.init) ?? "auto" })
    }
}
