// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg

/// What a negative code of FFmpeg's libraries means, in their words.
package func ffmpegReason(_ code: CInt) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
        guard let start = buffer.baseAddress, av_strerror(code, start, buffer.count) == 0
        else { return "error \(code)" }
        return String(cString: start)
    }
}
