// SPDX-License-Identifier: Apache-2.0
/// The image behind the heads: a plain wall, lit from one side, drawn once.
struct Backdrop {
    let luma: [UInt8]
    let cb: [UInt8]
    let cr: [UInt8]

    init(width: Int, height: Int, seed: UInt64) {
        let wall = Color(150, 158, 165).lumaAndChroma
        let lamp = Color(214, 196, 170).lumaAndChroma
        var random = SplitMix64(seed: seed &+ 0x5741_4C4C)
        let across = (0..<width).map { column in
            Ramp.bell((Float(column) + 0.5) / Float(width), at: 0.22, width: 0.34)
        }
        let down = (0..<height).map { row in
            Ramp.bell((Float(row) + 0.5) / Float(height), at: 0.12, width: 0.55)
        }
        var luma: [UInt8] = []
        luma.reserveCapacity(width * height)
        for (row, line) in down.enumerated() {
            let base = wall.luma * (1.0 - 0.35 * Float(row) / Float(height))
            for column in across {
                let value = base + (lamp.luma - wall.luma) * 0.9 * column * line
                // Noise too faint to be seen keeps the gradient from showing steps.
                let noise = Float(random.next() & 0xFF) / 256 - 0.5
                luma.append(UInt8(16 + min(max(value + noise * 1.6, 0), 219)))
            }
        }
        self.luma = luma
        let halves = (across: (width + 1) / 2, down: (height + 1) / 2)
        func plane(_ start: Float, _ end: Float) -> [UInt8] {
            var plane: [UInt8] = []
            plane.reserveCapacity(halves.across * halves.down)
            for row in 0..<halves.down {
                for column in 0..<halves.across {
                    let share = across[column * 2] * down[row * 2]
                    plane.append(UInt8((128 + start + (end - start) * share).rounded()))
                }
            }
            return plane
        }
        cb = plane(wall.cb, lamp.cb)
        cr = plane(wall.cr, lamp.cr)
    }

    /// Copies a plane of `bytesPerRow` a row into one with another distance of rows.
    static func copy(
        _ plane: [UInt8], bytesPerRow: Int, to target: UnsafeMutablePointer<UInt8>, stride: Int
    ) {
        plane.withUnsafeBufferPointer { source in
            guard let first = source.baseAddress else { return }
            for row in 0..<(source.count / bytesPerRow) {
                (target + row * stride).update(from: first + row * bytesPerRow, count: bytesPerRow)
            }
        }
    }
}
