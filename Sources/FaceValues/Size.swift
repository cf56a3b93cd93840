/// The extent of a picture or of a part of it.
public struct Size: Sendable, Hashable {
    public var width: Double
    public var height: Double

    /// The extent of a picture or of a part of it.
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}
