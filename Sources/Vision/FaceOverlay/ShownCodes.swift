// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// The machine-readable codes that are drawn on the frames of one stream: those of the last look, for a moment.
package struct ShownCodes: Sendable {
    /// How long codes are drawn without another look, before or after it, in nanoseconds.
    private static let holdNanoseconds: UInt64 = 500_000_000

    private var objects: [MetadataMachineReadableCodeObject] = []
    private var time = MediaTime.zero

    /// None.
    package init() {}

    /// Takes what is told with a frame, and returns what is drawn on it.
    package mutating func update(
        with codes: FaceObservation.Codes?, at time: MediaTime
    ) -> [MetadataMachineReadableCodeObject] {
        if let codes { (objects, self.time) = (codes.objects, time) }
        let age = time.boundedNanoseconds - self.time.boundedNanoseconds
        if age.magnitude > Self.holdNanoseconds { objects = [] }
        return objects
    }
}
