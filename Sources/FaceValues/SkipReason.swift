/// Why a frame was not analysed although it was delivered.
public struct SkipReason: Sendable, Hashable, CustomStringConvertible {
    /// The name in JSON and in the ledger.
    public let description: String

    private init(_ description: String) { self.description = description }

    /// A newer frame came while the detector was busy.
    public static let lateData = SkipReason("late_data")
    /// The user asked for every n-th frame only.
    public static let interval = SkipReason("interval")
    /// Detection was switched off: no metadata object type was asked for.
    public static let detectionOff = SkipReason("detection_off")
    /// The detector failed on this frame.
    public static let detectorError = SkipReason("detector_error")
}
