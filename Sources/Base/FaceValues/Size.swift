// SPDX-License-Identifier: Apache-2.0
/// The extent of a frame or of a part of it.
public struct Size: Sendable, Hashable {
    /// Along x, 0 or more.
    public var width: Double
    /// Along y, 0 or more.
    public var height: Double

    /// The extent of a frame or of a part of it.
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}
