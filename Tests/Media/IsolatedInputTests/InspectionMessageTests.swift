// SPDX-License-Identifier: Apache-2.0
import MediaInput
import ProcessIsolation
import Testing

@testable import IsolatedInput

@Suite struct InspectionMessageTests {
    private func inspection(width: Int?, height: Int?) -> MediaFileInspection {
        MediaFileInspection(
            formatName: "AVI", duration: 1, endTime: nil,
            tracks: [
                MediaFileInspection.Track(
                    kind: "video", codec: "none", width: width, height: height, frameRate: 25,
                    sampleRate: nil, channelCount: nil, id: .max, pixelFormat: nil)
            ], decodedIndex: 0, description: ["title": "A title"], chapterCount: 2)
    }

    @Test(arguments: [(160, 120), (Int(Int32.max), -5), (-1, 0)])
    func aSideOfLessThanNothingIsNotTold(width: Int, height: Int) throws {
        var writer = MessageWriter()
        writer.write(inspection(width: width, height: height))
        var reader = MessageReader(writer.bytes[...])
        let read = try reader.readInspection()
        #expect(
            read
                == inspection(
                    width: width < 0 ? nil : width, height: height < 0 ? nil : height))
        #expect(!reader.hasMore)
    }
}
