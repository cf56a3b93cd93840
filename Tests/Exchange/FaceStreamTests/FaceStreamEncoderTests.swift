// SPDX-License-Identifier: Apache-2.0
import FaceStream
import FaceValues
import Testing

@Suite struct FaceStreamEncoderTests {
    static let clock = StreamClock(
        monotonicNanoseconds: 1_000_000_000, utcNanoseconds: 1_767_225_600_000_000_000)

    func encoder(
        space: StreamSpace = .displayed, clock includesClock: Bool = false,
        landmarks: Bool = false, camera: String? = nil
    ) -> FaceStreamEncoder {
        var options = FaceStreamEncoder.Options()
        options.includesClock = includesClock
        options.includesLandmarks = landmarks
        return FaceStreamEncoder(space: space, clock: Self.clock, options: options, camera: camera)
    }

    func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    func observation(_ outcome: FrameLedger.Outcome, _ faces: [MetadataFaceObject])
        -> FaceObservation
    {
        FaceObservation(
            frame: FrameID(1), presentationTime: MediaTime(value: 1001, timescale: 30000),
            captureNanoseconds: 1_500_000_000, outcome: outcome, faces: faces)
    }

    @Test func aFaceIsWrittenWithTheContractsNames() {
        var encoder = encoder()
        let face = MetadataFaceObject(
            faceID: 3, bounds: Rect(x: 0.31, y: 0.22, width: 0.18, height: 0.3), rollAngle: -3.2,
            yawAngle: 14, pitchAngle: nil, confidence: 0.93)
        let line = encoder.faces(
            observation(.analysed, [face]), transform: .identity, nowNanoseconds: 0)
        #expect(
            text(line) == """
                {"type":"faces","frame":1,"pts":0.033367,"analysed":true,"faces":[{"id":3,\
                "bounds":{"x":0.31,"y":0.22,"width":0.18,"height":0.3},"roll":-3.2,"yaw":14,\
                "confidence":0.93,"state":"observed","age_ms":0}]}

                """)
    }

    @Test func aFrameSaysHowItWasLookedAt() {
        var encoder = encoder()
        for (scan, expected) in [
            (FaceObservation.Scan.full, #""analysed":true,"scan":"full","scan_age":0,"faces":[]"#),
            (
                FaceObservation.Scan(age: 4),
                #""analysed":true,"scan":"followed","scan_age":4,"faces":[]"#
            ),
        ] {
            let seen = FaceObservation(
                frame: FrameID(1), presentationTime: .zero, captureNanoseconds: 0,
                outcome: .analysed, scan: scan)
            let line = encoder.faces(seen, transform: .identity, nowNanoseconds: 0)
            #expect(text(line).contains(expected))
        }
    }

    @Test(arguments: [(Int64(0), 0.24), (40_000_000, 0.2)])
    func aBlinkBeganItsLengthBeforeItEnded(age: Int64, begin: Double) throws {
        var face = MetadataFaceObject(faceID: 3, bounds: .unit, confidence: 1)
        face.blinkNanoseconds = 120_000_000
        face.blinkAgeNanoseconds = age
        let seen = FaceObservation(
            frame: FrameID(9), presentationTime: MediaTime(value: 36, timescale: 100),
            captureNanoseconds: 0, outcome: .analysed, faces: [face])
        let event = try #require(StreamEvent.events(of: seen).first)
        var encoder = encoder()
        let line = encoder.event(event, at: seen.presentationTime)
        #expect(text(line).contains(#""event":"blink","pts":0.36,"id":3,"begin":\#(begin),"#))
        #expect(text(line).contains(#""length_ms":120}"#))
    }

    @Test func aCutComesBeforeTheFacesThatItBringsAndEnds() {
        var encoder = encoder()
        let seen = FaceObservation(
            frame: FrameID(1), presentationTime: .zero, captureNanoseconds: 0, outcome: .analysed,
            isCut: true, foundFaceIDs: [2], lostFaceIDs: [1])
        let lines = StreamEvent.events(of: seen).map { text(encoder.event($0, at: .zero)) }
        #expect(
            lines == [
                #"{"type":"event","event":"cut","pts":0}"# + "\n",
                #"{"type":"event","event":"face_found","pts":0,"id":2}"# + "\n",
                #"{"type":"event","event":"face_lost","pts":0,"id":1,"reason":"cut"}"# + "\n",
            ])
    }

    @Test func somebodyWhoIsBackIsToldAfterTheFacesThatAreFound() {
        var encoder = encoder()
        var seen = FaceObservation(
            frame: FrameID(1), presentationTime: .zero, captureNanoseconds: 0, outcome: .analysed,
            foundFaceIDs: [3])
        seen.renamedFaceIDs = [FaceRename(from: 3, to: 1)]
        let lines = StreamEvent.events(of: seen).map { text(encoder.event($0, at: .zero)) }
        #expect(
            lines == [
                #"{"type":"event","event":"face_found","pts":0,"id":3}"# + "\n",
                #"{"type":"event","event":"rename","pts":0,"from":3,"to":1}"# + "\n",
            ])
    }

    @Test func theDistanceOfAFaceIsWrittenToATenthOfAMillimetre() {
        var encoder = encoder()
        let face = MetadataFaceObject(faceID: 3, bounds: .unit, confidence: 1, distance: 1.15954)
        let line = encoder.faces(
            observation(.analysed, [face]), transform: .identity, nowNanoseconds: 0)
        #expect(text(line).contains(#""confidence":1,"distance":1.1595,"state":"observed""#))
    }

    @Test func theCaptureQualityComesAfterTheDistance() {
        var encoder = encoder()
        let face = MetadataFaceObject(
            faceID: 3, bounds: .unit, confidence: 1, distance: 2, captureQuality: 0.71234)
        let line = encoder.faces(
            observation(.analysed, [face]), transform: .identity, nowNanoseconds: 0)
        #expect(
            text(line).contains(#""distance":2,"capture_quality":0.7123,"state":"observed""#))
    }

    @Test func timesOfDayAreThoseOfAClockThatWasSet() {
        // An hour later, two seconds after the start.
        let set = StreamClock(
            monotonicNanoseconds: 3_000_000_000, utcNanoseconds: 1_767_229_202_000_000_000)
        var encoder = FaceStreamEncoder(space: .displayed, clock: Self.clock, readClock: { set })
        for (now, expected) in [
            (1_999_999_999, "2026-01-01T00:00:00.500000Z"),
            (3_000_000_000, "2026-01-01T01:00:00.500000Z"),
            (3_999_999_999, "2026-01-01T01:00:00.500000Z"),
        ] as [(Int64, String)] {
            let line = encoder.faces(
                observation(.analysed, []), transform: .identity, nowNanoseconds: now)
            #expect(text(line).contains(#""utc":"\#(expected)""#), "\(text(line))")
        }
    }

    @Test func clockFieldsTellTheMomentAndTheLatency() {
        var encoder = encoder(clock: true)
        let line = encoder.faces(
            observation(.analysed, []), transform: .identity, nowNanoseconds: 1_508_100_000)
        #expect(
            text(line) == """
                {"type":"faces","frame":1,"pts":0.033367,"monotonic_ns":1500000000,\
                "utc":"2026-01-01T00:00:00.500000Z","latency_ms":8.1,"analysed":true,"faces":[]}

                """)
    }

    @Test func theEndOfAnInterruptionTellsItsLengthWhereThereIsOne() {
        var encoder = encoder()
        let time = MediaTime(value: 5, timescale: 2)
        #expect(
            text(encoder.event(.resumed(gapMilliseconds: 1234.5), at: time))
                == #"{"type":"event","event":"resumed","pts":2.5,"gap_ms":1234.5}"# + "\n")
        #expect(
            text(encoder.event(.resumed(gapMilliseconds: nil), at: nil))
                == #"{"type":"event","event":"resumed"}"# + "\n")
    }

    @Test func eventsOfTheMicrophoneSaySo() {
        var encoder = encoder()
        let time = MediaTime(value: 5, timescale: 2)
        #expect(
            text(encoder.event(.lostAudio(count: 480), at: time, device: "microphone"))
                == #"{"type":"event","event":"lost_sound","device":"microphone","pts":2.5,"#
                + #""count":480}"# + "\n")
        let end = text(
            encoder.end(reason: "signal", ledgers: [(nil, FrameLedger())], lostAudioCount: 480))
        #expect(end.hasSuffix(#","lost_sound":480}"# + "\n"))
    }

    @Test func systemPressureTellsItsLevelAndWhatItComesFrom() {
        var encoder = encoder()
        let state = SystemPressureState(level: .serious, factors: [.temperature, .cpu])
        #expect(
            text(encoder.event(.systemPressure(state), at: nil))
                == #"{"type":"event","event":"system_pressure","level":"serious","#
                + #""factors":["cpu","temperature"]}"# + "\n")
    }

    @Test func aFrameThatWasNotAnalysedSaysWhy() {
        var encoder = encoder()
        let skipped = encoder.faces(
            observation(.skipped(.lateData), []), transform: .identity, nowNanoseconds: 0)
        #expect(
            text(skipped).contains(
                #""analysed":false,"outcome":"skipped","reason":"late_data","faces":[]"#))
        let dropped = encoder.faces(
            observation(.dropped(.corruptData), []), transform: .identity, nowNanoseconds: 0)
        #expect(text(dropped).contains(#""outcome":"dropped","reason":"corrupt_data""#))
    }

    @Test func screenPositionsAreTransformedPixels() {
        let space = StreamSpace.screen(Size(width: 1920, height: 1080), .resizeAspectFill)
        var encoder = encoder(space: space)
        let face = MetadataFaceObject(
            faceID: 1, bounds: Rect(x: 0, y: 0, width: 0.5, height: 0.5), rollAngle: 10,
            confidence: 1)
        let transform = CoordinateTransform.displayedFromStored(orientation: .mirrored).then(
            space.fromDisplayed(videoSize: Size(width: 1280, height: 720)))
        let line = text(
            encoder.faces(
                observation(.analysed, [face]), transform: transform, nowNanoseconds: 0))
        #expect(line.contains(#""bounds":{"x":960,"y":0,"width":960,"height":540},"roll":-10"#))
    }

    @Test func endCountsByReasonInAlphabeticalOrder() {
        var ledger = FrameLedger()
        ledger.record(.skipped(.lateData))
        ledger.record(.skipped(.interval))
        ledger.record(.analysed)
        var encoder = encoder()
        #expect(
            text(encoder.end(reason: "end_of_stream", ledger: ledger)) == """
                {"type":"end","reason":"end_of_stream","frames":{"captured":3,"analysed":1,\
                "skipped":{"interval":1,"late_data":1},"dropped":{},"lost":0}}

                """)
    }

    @Test func textIsEscaped() {
        var encoder = encoder()
        let line = encoder.event(
            .warning(FacecapError(.mediaDamaged, "a \"b\"\n\u{1}\\é")), at: nil)
        #expect(text(line).contains(#""message":"a \"b\"\n\u0001\\é""#))
    }

    @Test func hostileNumbersStayValidJSON() {
        var encoder = encoder()
        let face = MetadataFaceObject(
            faceID: 1, bounds: Rect(x: 1e300, y: -0.00000001, width: 1, height: 1),
            rollAngle: -179.999999, confidence: .nan)
        let line = text(
            encoder.faces(
                observation(.analysed, [face]), transform: .identity, nowNanoseconds: 0))
        #expect(
            line.contains(
                #""bounds":{"x":1e+300,"y":0,"width":0,"height":1},"roll":180,"confidence":null"#))
    }

    @Test func ofSeveralCamerasEachRecordNamesItsOwn() {
        var encoder = encoder(camera: "left")
        let frame = text(
            encoder.faces(
                observation(.analysed, []), transform: .identity, nowNanoseconds: 0))
        #expect(frame.hasPrefix(#"{"type":"faces","camera":"left","frame":1,"#))
        let event = text(encoder.event(.faceLost(id: 2), at: nil))
        #expect(
            event == #"{"type":"event","camera":"left","event":"face_lost","id":2}"# + "\n")
    }

    @Test func theSessionListsTheCamerasAndTheEndCountsEachAndAll() {
        let cameras = ["left", "right"].map { (name: String) in
            StreamCamera(
                name: name, sourceKind: "camera", sourceName: "/dev/\(name)",
                videoSize: Size(width: 4, height: 2), frameRate: nil)
        }
        let header = StreamHeader(
            version: "1", cameras: cameras, detector: DetectorNames(name: "haar"))
        var encoder = encoder()
        #expect(
            text(encoder.session(header)) == """
                {"type":"session","schema":"facecap/1","version":"1",\
                "source":{"kind":"camera","name":"/dev/left"},"video":{"width":4,"height":2},\
                "cameras":[\
                {"name":"left","source":{"kind":"camera","name":"/dev/left"},\
                "video":{"width":4,"height":2}},\
                {"name":"right","source":{"kind":"camera","name":"/dev/right"},\
                "video":{"width":4,"height":2}}],\
                "detector":{"name":"haar"},"space":"displayed","mirrored":false}

                """)
        var (left, right) = (FrameLedger(), FrameLedger())
        left.record(.analysed)
        right.record(.skipped(.lateData))
        right.recordLost(2)
        #expect(
            text(encoder.end(reason: "signal", ledgers: [("left", left), ("right", right)])) == """
                {"type":"end","reason":"signal","frames":{"captured":2,"analysed":1,\
                "skipped":{"late_data":1},"dropped":{},"lost":2},"cameras":[{"name":"left",\
                "frames":{"captured":1,"analysed":1,"skipped":{},"dropped":{},"lost":0}},\
                {"name":"right","frames":{"captured":1,"analysed":0,"skipped":{"late_data":1},\
                "dropped":{},"lost":2}}]}

                """)
    }
}
