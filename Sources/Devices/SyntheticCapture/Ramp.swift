// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The soft edges and spots that shapes and colors are made of.
enum Ramp {
    /// 0 at `start`, 1 at `end`, smooth between and constant beyond.
    static func smooth(_ value: Float, _ start: Float, _ end: Float) -> Float {
        let t = min(max((value - start) / (end - start), 0), 1)
        return t * t * (3 - 2 * t)
    }

    /// 1 at `centre`, falling off as a Gaussian.
    static func bell(_ value: Float, at centre: Float = 0, width: Float) -> Float {
        let u = (value - centre) / width
        return exp(-0.5 * u * u)
    }
}
