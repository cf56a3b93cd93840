/// What is drawn of faces.
public struct OverlayStyle: Sendable, Hashable {
    /// Boxes that follow the roll of the head.
    public var showsBoxes = true
    /// The number of each face.
    public var showsIDs = true
    /// Roll, yaw and pitch in whole degrees.
    public var showsAngles = true
    /// The five points, where they are known.
    public var showsLandmarks = true

    /// All of it.
    public init() {}
}
