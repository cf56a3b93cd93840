// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues

extension EncodedSample {
    /// RFC 1950's checksum of the bytes, as `ffprobe -show_data_hash adler32` prints it.
    var hash: String {
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            a = (a + UInt32(byte)) % 65521
            b = (b + a) % 65521
        }
        let digits = String(b << 16 | a, radix: 16)
        return "adler32:" + String(repeating: "0", count: 8 - digits.count) + digits
    }
}

extension Recording {
    /// The times of the encoded frames that are shown, in the order in which they are.
    var shownTimes: [Int64] {
        encodedImages.map(\.presentationTime).filter { $0 >= .zero }.sorted().map(\.value)
    }

    /// Whether decode times always increase and come after no presentation that is shown.
    var isDecodeOrderKept: Bool {
        let times = encodedImages.map(\.decodeTime)
        return zip(times, times.dropFirst()).allSatisfy { $0 < $1 }
            && encodedImages.allSatisfy {
                $0.presentationTime < .zero || $0.decodeTime <= $0.presentationTime
            }
    }
}
