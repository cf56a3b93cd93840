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

    @Test("A sample without texts is the NULL item")
    func nothing() {
        #expect(ClientMetadataFormat().encode([]) == [0, 0, 0, 8, 0, 0, 0, 0])
    }
}
