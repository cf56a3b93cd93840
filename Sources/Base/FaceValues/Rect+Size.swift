// SPDX-License-Identifier: Apache-2.0
extension Rect {
    /// All of something of a size.
    package init(size: Size) { self.init(x: 0, y: 0, width: size.width, height: size.height) }
}
