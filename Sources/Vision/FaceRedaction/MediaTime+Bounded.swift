// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

extension MediaTime {
    /// The time in nanoseconds, at most 73 years from zero: the difference of two such times fits in 64 bits, and so
    /// does the sum of such a difference and another one. Files say what they like.
    var boundedNanoseconds: Int64 { min(max(nanoseconds, -.max / 4), .max / 4) }
}
