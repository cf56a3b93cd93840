// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// Gives faces the numbers that a face track has of them, most of 32 bits: what is written of them elsewhere is then
/// the same, whether it comes from the detector or from a movie.
package struct FaceTrackRounding: Sendable {
    private let format: FaceTrackFormat
    private let decoder: FaceSampleDecoder?

    package init() {
        format = FaceTrackFormat(includesLandmarks: true, includesMesh: true)
        decoder = FaceSampleDecoder(sampleEntry: format.sampleEntry)
    }

    /// The same frame with rounded faces; those that a face track cannot hold stay as they are.
    package func round(_ observation: FaceObservation) -> FaceObservation {
        guard !observation.faces.isEmpty else { return observation }
        var encoder = FaceSampleEncoder(format: format)
        guard case .frame(let frame) = decoder?.decode(encoder.encode(observation)),
            frame.faces.count == observation.faces.count
        else { return observation }
        var rounded = observation
        rounded.faces = frame.faces
        return rounded
    }
}
