// SPDX-License-Identifier: Apache-2.0
/// That a face is a person who had another id before.
public struct FaceRename: Sendable, Hashable {
    /// The id that the person has now, and keeps.
    public var from: Int
    /// The id that the person had first.
    public var to: Int

    /// That `from` is the person who had the id `to`.
    public init(from: Int, to: Int) {
        self.from = from
        self.to = to
    }
}
