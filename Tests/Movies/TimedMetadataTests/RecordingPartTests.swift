// SPDX-License-Identifier: Apache-2.0
import FaceValues
import MovieBoxes
import Testing

@testable import TimedMetadata

@Suite struct RecordingPartTests {
    private func part(_ text: String) -> RecordingPart? {
        RecordingPart([MovieMetadataItem(key: RecordingPart.key, value: text)])
    }

    @Test(arguments: ["00ff 3 300/30", "00ff 2-7", "00ff 1 -5/600"])
    func itIsReadAsItIsWritten(text: String) throws {
        #expect(try #require(part(text)).item.text == text)
    }

    @Test(arguments: [
        "", "00ff", "00ff 0", "00ff 3-2", "xyz 1", "00ff 1 2 3", "00ff 1-2-3", "00ff -1",
        "00ff 9223372036854775807", String(repeating: "0", count: 65) + " 1",
    ])
    func whatMakesNoSenseIsNoPart(text: String) { #expect(part(text) == nil) }

    @Test(arguments: ["00ff 2 1/0", "00ff 2 x/30", "00ff 2 1", "00ff 2 1/99999999999"])
    func aTimeThatMakesNoSenseIsNone(text: String) throws {
        #expect(try #require(part(text)).start == nil)
    }

    @Test func onlyTheNextPartOfTheSameRecordingFollows() throws {
        let first = try #require(part("00ff 1-2 0/30"))
        #expect(try #require(part("00ff 3 60/30")).follows(first))
        for other in ["00ff 4 60/30", "00fe 3 60/30", "00ff 3"] {
            #expect(try !#require(part(other)).follows(first))
        }
    }
}
