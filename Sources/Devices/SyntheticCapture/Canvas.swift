// SPDX-License-Identifier: Apache-2.0
/// The image being drawn and, beside it, what is needed to draw: how near each pixel is, and which
/// part it shows.
struct Canvas {
    let width: Int
    let height: Int
    let luma: UnsafeMutablePointer<UInt8>
    let lumaStride: Int
    let cb: UnsafeMutablePointer<UInt8>
    let cbStride: Int
    let cr: UnsafeMutablePointer<UInt8>
    let crStride: Int
    /// Inverse distance, greater is nearer; `width` a row.
    let depth: UnsafeMutablePointer<Float>
    /// 0 is the background; `width` a row.
    let parts: UnsafeMutablePointer<UInt8>
}
