// SPDX-License-Identifier: Apache-2.0
/// How a frame fills a screen of another shape.
public enum VideoGravity: String, Sendable, Hashable, CaseIterable {
    /// Stretched to the screen; the shape is lost.
    case resize
    /// As large as fits, with bars.
    case resizeAspect
    /// Large enough to leave no bars; the edges are cut off.
    case resizeAspectFill
}
