// SPDX-License-Identifier: Apache-2.0
import FaceDetectors
import FaceValues
import Testing

@Suite struct SearchLimitsTests {
    private func text(
        region: Rect = .unit, longerSide: Int = 1920, inputSize: Int? = nil,
        smallestFace: Int? = nil, score: Double? = nil, detector: String = "yunet"
    ) -> String? {
        SearchLimits(
            region: region, longerSide: longerSide, inputSize: inputSize,
            smallestFace: smallestFace, score: score, detector: detector
        ).text
    }

    @Test func theUsualSearchHasNoLimits() {
        #expect(text() == nil)
        #expect(text(detector: "haar") == nil)
        #expect(text(smallestFace: 80, detector: "haar") == nil)
        #expect(SearchLimits(storedRegion: .unit).text == nil)
    }

    @Test func eachLimitIsAWordWithTheNameOfItsOption() {
        let region = Rect(x: 0.6, y: 0, width: 0.4, height: 1)
        #expect(text(region: region) == "region=0.6,0,0.4,1")
        #expect(
            text(region: region, smallestFace: 80, score: 0.9)
                == "region=0.6,0,0.4,1 smallest-face=80 score=0.9")
        #expect(text(inputSize: 320, score: 1) == "input-size=320 score=1")
        #expect(SearchLimits(storedRegion: region).text == "stored-region=0.6,0,0.4,1")
    }

    /// The usual search sees 704 pixels of the longer side, in which faces of 16 pixels are found.
    @Test(arguments: [
        (1920, 43, false), (1920, 44, true), (704, 16, false), (320, 17, true),
        (1920, Int.max, true),
    ])
    func largerFacesAloneAreALimit(longerSide: Int, smallestFace: Int, isLimit: Bool) {
        #expect((text(longerSide: longerSide, smallestFace: smallestFace) != nil) == isLimit)
    }

    @Test(arguments: [(1920, 704, false), (1920, 672, true), (320, 320, false), (320, 288, true)])
    func anInputThatIsSmallerThanUsualIsALimit(longerSide: Int, inputSize: Int, isLimit: Bool) {
        #expect((text(longerSide: longerSide, inputSize: inputSize) != nil) == isLimit)
    }

    /// Haar sees all of the first frame, up to 1920 pixels, and follows the small faces in it.
    @Test(
        arguments: [(3840, 1920, false), (1920, 1888, true), (160, 160, false), (160, 128, true)])
    func anInputThatIsSmallerThanTheFirstFrameIsALimitOfHaar(
        longerSide: Int, inputSize: Int, isLimit: Bool
    ) {
        #expect(
            text(longerSide: longerSide, inputSize: inputSize, score: 1, detector: "haar")
                == (isLimit ? "input-size=\(inputSize)" : nil))
    }

    @Test(
        arguments: [
            (1, nil, nil), (3, nil, "detect-every=3"), (1, 30, nil), (1, 31, "scan-every=31"),
            (2, 300, "detect-every=2 scan-every=300"),
        ] as [(Int, Int?, String?)])
    func theRhythmIsALimitOfTracksThatDoNotTellOfFrames(
        analysisInterval: Int, scanInterval: Int?, text: String?
    ) {
        let limits = SearchLimits(storedRegion: .unit).withRhythm(
            analysisInterval: analysisInterval, scanInterval: scanInterval, frameRate: 30)
        #expect(limits.text == text)
    }

    @Test(arguments: [("yunet", 0.65), ("centerface", 0.35)])
    func aScoreAboveTheDetectorsOwnIsALimit(detector: String, own: Double) {
        #expect(text(score: own, detector: detector) == nil)
        #expect(text(score: own - 0.1, detector: detector) == nil)
        #expect(text(score: own + 0.25, detector: detector) == "score=\(own + 0.25)")
    }
}
