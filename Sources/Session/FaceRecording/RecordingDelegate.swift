/// Told what happens to a recording, on its own thread and in order: a slow delegate makes the
/// recording fall behind.
public protocol RecordingDelegate: AnyObject, Sendable {
    /// Something happened.
    func movieFileOutput(_ output: MovieFileOutput, didReceive event: RecordingEvent)
}
