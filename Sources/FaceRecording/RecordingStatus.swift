public import FaceValues

/// How far a recording is.
public struct RecordingStatus: Sendable, Hashable {
    /// Where it is in its life.
    public internal(set) var state = RecordingState()
    /// The media time in all its files.
    public internal(set) var duration = MediaTime.zero
    /// The bytes in all its files.
    public internal(set) var byteCount: Int64 = 0
    /// The pictures that were taken in.
    public internal(set) var frameCount = 0
    /// The faces of the newest frame that was analysed.
    public internal(set) var faceCount = 0
}
