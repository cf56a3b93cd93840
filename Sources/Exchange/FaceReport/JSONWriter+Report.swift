// SPDX-License-Identifier: Apache-2.0
internal import FaceOverlay
package import FaceStream
internal import FaceValues

extension JSONWriter {
    /// A mean under a key, and under another one how many frames it rests on; nothing where it is unknown.
    mutating func mean(
        _ key: StaticString, _ countKey: StaticString, _ mean: MeanPose.Mean?, decimals: Int
    ) {
        guard let mean else { return }
        member(key, mean.value.isFinite ? mean.value : nil, decimals: decimals)
        member(countKey, mean.frameCount)
    }

    /// The colors of faces as `#rrggbb`.
    package mutating func palette() {
        array("palette") { json in
            for color in OverlayColor.palette {
                let digits = [color.red, color.green, color.blue]
                    .map { String($0, radix: 16, paddedTo: 2) }
                json.string("#" + digits.joined())
            }
        }
    }
}

extension [UInt8] {
    /// JSON without the letters that HTML sees in a script element (WHATWG HTML 4.12.1.3): in JSON `<`
    /// stands in texts alone, where an escape means the same.
    package var escapedForScript: [UInt8] {
        guard contains(UInt8(ascii: "<")) else { return self }
        return flatMap { $0 == UInt8(ascii: "<") ? Array("\\u003c".utf8) : [$0] }
    }
}
