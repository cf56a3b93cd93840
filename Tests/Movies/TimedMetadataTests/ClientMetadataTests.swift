// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Testing
import TimedMetadata

@Suite("Texts that users put into a movie")
struct ClientMetadataTests {
    @Test("Texts are read back under their keys, in their order")
    func roundTrip() throws {
        let format = ClientMetadataFormat(keys: ["org.facecap.marker", "org.example.phase"])
        let entry = try #require(BoxedMetadataEntry(reading: format.sampleEntry))
        let sample = format.encode([
            ("org.example.phase", "wärm-up"), ("org.facecap.marker", "start"), ("unknown", "no"),
        ])
        let values = ClientMetadataFormat.decode(sample, entry: entry)
        #expect(values.map(\.key) == ["org.example.phase", "org.facecap.marker"])
        #expect(values.map(\.text) == ["wärm-up", "start"])
    }

    @Test("Values that are no texts are left out")
    func otherValues() throws {
        let format = FaceTrackFormat()
        var encoder = FaceSampleEncoder(format: format)
        let sample = encoder.encode(
            FaceObservation(
                frame: FrameID(1), presentationTime: .zero, captureNanoseconds: 0,
                outcome: .skipped(.interval)))
        let entry = try #require(BoxedMetadataEntry(reading: format.sampleEntry))
        let values = ClientMetadataFormat.decode(sample, entry: entry)
        #expect(values.map(\.key) == ["org.facecap.frame.reason"])
        #expect(values.map(\.text) == ["interval"])
    }

    @Test("A sample without texts is the NULL item")
    func nothing() {
        #expect(ClientMetadataFormat().encode([]) == [0, 0, 0, 8, 0, 0, 0, 0])
    }
}
