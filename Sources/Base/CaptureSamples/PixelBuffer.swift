// SPDX-License-Identifier: Apache-2.0
/// An image in memory that nobody changes any more; it may be read from any thread.
///
/// The memory belongs to `owner` (a pool's block, a decoder's frame, a driver's buffer) and lives as
/// long as the pixel buffer does.
public final class PixelBuffer: @unchecked Sendable {
    /// One plane of samples.
    public struct Plane {
        /// The first byte of the first row.
        public let baseAddress: UnsafeRawPointer
        /// The distance from a row to the next one, in bytes.
        public let bytesPerRow: Int

        /// One plane of samples.
        public init(baseAddress: UnsafeRawPointer, bytesPerRow: Int) {
            self.baseAddress = baseAddress
            self.bytesPerRow = bytesPerRow
        }
    }

    /// How the samples lie.
    public let format: Format
    /// Pixels a row, at least 1.
    public let width: Int
    /// Rows, at least 1.
    public let height: Int
    /// As many as ``PixelBuffer/Format/planeCount``.
    public let planes: [Plane]
    /// Whether luma runs over 0...255 (JPEG) instead of 16...235 (video).
    public let isFullRange: Bool
    /// What makes luma and chroma of colors, where the stream or the driver says so.
    public let matrix: Matrix?
    private let owner: AnyObject

    /// An image over memory that `owner` keeps alive; the caller no longer writes to it.
    public init(
        format: Format, width: Int, height: Int, planes: [Plane], isFullRange: Bool = false,
        matrix: Matrix? = nil, owner: AnyObject
    ) {
        precondition(planes.count == format.planeCount && width > 0 && height > 0)
        self.format = format
        self.width = width
        self.height = height
        self.planes = planes
        self.isFullRange = isFullRange
        self.matrix = matrix
        self.owner = owner
    }
}
