// SPDX-License-Identifier: Apache-2.0
/// What any thread may ask of a source, whoever reads it: to end, and how its clock runs.
public protocol CaptureSourceControl: AnyObject, Sendable {
    /// Makes a waiting ``CaptureSource/nextEvent()``, and every later one, return `nil` soon.
    func cancel()
    /// How much faster than nominal the source's clock runs against the host's, in parts per million,
    /// before it was corrected; `nil` where that is not measured.
    var clockDriftPPM: Double? { get }
}

extension CaptureSourceControl {
    /// No clock is measured.
    public var clockDriftPPM: Double? { nil }
}
