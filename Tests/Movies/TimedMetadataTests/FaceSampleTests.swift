// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Testing
import TimedMetadata

@Suite("The samples of a face track")
struct FaceSampleTests {
    private let apple = FaceTrackFormat(keys: .apple)
    private let full = FaceTrackFormat(includesLandmarks: true)

    private func observation(
        _ faces: [MetadataFaceObject], outcome: FrameLedger.Outcome = .analysed,
        scan: FaceObservation.Scan? = nil,
        isCut: Bool = false
    ) -> FaceObservation {
        FaceObservation(
            frame: FrameID(7), presentationTime: MediaTime(value: 7, timescale: 30),
            captureNanoseconds: 0, outcome: outcome, scan: scan, isCut: isCut, faces: faces)
    }

    private func encode(_ format: FaceTrackFormat, _ observation: FaceObservation) -> [UInt8] {
        var encoder = FaceSampleEncoder(format: format)
        return encoder.encode(observation)
    }

    private var face: MetadataFaceObject {
        MetadataFaceObject(
            faceID: 3, bounds: Rect(x: 0.25, y: 0.125, width: 0.5, height: 0.25), rollAngle: -15,
            yawAngle: 45, confidence: 0.875)
    }

    @Test("One face with Apple's keys has the 100 bytes that iPhones write")
    func oneFace() {
        let expected = bytes(
            """
            00000064 00000001
            0000005c 'crec'
            00000054 'cits'
            0000000c 00000002 00000003
            00000028 00000003
            3e800000 3e000000 3f400000 3e000000 3f400000 3ec00000 3e800000 3ec00000
            0000000c 00000004 43ac8000
            0000000c 00000005 42340000
            """)
        #expect(encode(apple, observation([face])) == expected)
        #expect(expected.count == 100)
    }

    @Test("No face with Apple's keys is the NULL item")
    func noFace() {
        #expect(encode(apple, observation([])) == bytes("00000008 00000000"))
    }

    @Test("An angle that is unknown has no item")
    func unknownAngles() {
        var unknown = face
        unknown.rollAngle = nil
        unknown.yawAngle = nil
        #expect(encode(apple, observation([unknown])).count == 76)
    }

    @Test("Errors of angles, eyes, mouth, blinks and meshes are read back as they were written")
    func detailsRoundTrip() throws {
        var face = face
        (face.rollSigma, face.yawSigma, face.pitchSigma) = (0.5, 2.25, 6)
        face.relativePitchAngle = -3.5
        (face.leftEyeOpenness, face.rightEyeOpenness, face.mouthOpenness) = (1, 0.25, 0)
        face.blinkNanoseconds = 133_333_333
        face.blinkAgeNanoseconds = 33_333_333
        face.mesh = (0..<468).map {
            MetadataFaceObject.MeshPoint(
                position: Point(x: Double($0) / 512, y: 0.25), depth: -Double($0) / 1024)
        }
        let format = FaceTrackFormat(includesMesh: true)
        let decoder = try #require(FaceSampleDecoder(sampleEntry: format.sampleEntry))
        let sample = encode(format, observation([face]))
        #expect(
            decoder.decode(sample) == .frame(number: 7, outcome: .analysed, faces: [face]))
        // Without being asked for the mesh is left out, and Apple's keys hold none of it.
        #expect(encode(full, observation([face])).count < 400)
        #expect(encode(apple, observation([face])).count == 100)
        #expect(!FaceTrackFormat(keys: .apple, includesMesh: true).includesMesh)
    }

    @Test("A blink that ended with its frame is written as in movies that know no age of blinks")
    func blinkWithoutAge() throws {
        var face = face
        face.blinkNanoseconds = 133_333_333
        let sample = encode(full, observation([face]))
        let decoder = try #require(FaceSampleDecoder(sampleEntry: full.sampleEntry))
        let atOnce = try #require(decoder.decode(sample)?.frame).faces.first
        #expect(atOnce?.blinkAgeNanoseconds == 0)
        face.blinkAgeNanoseconds = 40_000_000
        let later = encode(full, observation([face]))
        #expect(later.count == sample.count + 16)
        let read = try #require(decoder.decode(later)?.frame).faces.first
        #expect(read?.blinkNanoseconds == 133_333_333)
        #expect(read?.blinkAgeNanoseconds == 40_000_000)
    }

    @Test("A mesh with a point that is none is left out")
    func brokenMesh() throws {
        var face = face
        face.mesh = [MetadataFaceObject.MeshPoint(position: Point(x: 0.5, y: .infinity), depth: 0)]
        face.yawSigma = -1
        face.mouthOpenness = 1.5
        let format = FaceTrackFormat(includesMesh: true)
        let decoder = try #require(FaceSampleDecoder(sampleEntry: format.sampleEntry))
        let sample = decoder.decode(encode(format, observation([face])))
        let faces = try #require(sample?.frame).faces
        #expect(faces.first?.mesh == nil)
        #expect(faces.first?.yawSigma == nil)
        #expect(faces.first?.mouthOpenness == nil)
    }

    @Test("Every face is read back as it was written")
    func roundTrip() throws {
        var second = face
        second.faceID = 4
        second.state = .predicted
        second.ageNanoseconds = 66_666_666
        second.pitchAngle = -7.5
        second.yawAngle = nil
        second.distance = 1.25
        second.captureQuality = 0.6875
        second.landmarks = FaceLandmarks(
            leftEye: Point(x: 0.25, y: 0.5), rightEye: Point(x: 0.375, y: 0.5),
            nose: Point(x: 0.3125, y: 0.625), leftMouth: Point(x: 0.25, y: 0.75),
            rightMouth: Point(x: 0.375, y: 0.75))
        let sample = encode(full, observation([face, second]))
        let decoder = try #require(FaceSampleDecoder(sampleEntry: full.sampleEntry))
        #expect(
            decoder.decode(sample)
                == .frame(number: 7, outcome: .analysed, faces: [face, second]))
    }

    @Test("No face, not analysed and nothing at all are three different things")
    func threeKindsOfNothing() throws {
        let decoder = try #require(FaceSampleDecoder(sampleEntry: full.sampleEntry))
        let none = encode(full, observation([]))
        let skipped = encode(full, observation([], outcome: .skipped(.lateData)))
        #expect(decoder.decode(none) == .frame(number: 7, outcome: .analysed, faces: []))
        #expect(
            decoder.decode(skipped) == .frame(number: 7, outcome: .skipped(.lateData), faces: []))
        #expect(decoder.decode(FaceSampleEncoder.gap) == .gap)
    }

    @Test("How a frame was looked at, and that it shows another scene, goes through a sample")
    func scanAndCut() throws {
        let decoder = try #require(FaceSampleDecoder(sampleEntry: full.sampleEntry))
        let ways: [(scan: FaceObservation.Scan?, isCut: Bool)] = [
            (.full, true), (.full, false), (FaceObservation.Scan(age: 5), false), (nil, false),
        ]
        for (scan, isCut) in ways {
            let expected = FaceSample.frame(
                number: 7, outcome: .analysed, scan: scan, isCut: isCut, faces: [face])
            let sample = encode(full, observation([face], scan: scan, isCut: isCut))
            #expect(decoder.decode(sample) == expected)
        }
        #expect(
            encode(apple, observation([], scan: .full, isCut: true)) == FaceSampleEncoder.gap)
    }

    @Test("Who is out of sight, and who is back under another id, goes through a sample")
    func hiddenAndRenamed() throws {
        let decoder = try #require(FaceSampleDecoder(sampleEntry: full.sampleEntry))
        for outcome in [FrameLedger.Outcome.analysed, .skipped(.interval)] {
            var seen = observation([face], outcome: outcome)
            seen.hiddenFaceIDs = [3, 70_000]
            seen.renamedFaceIDs = [FaceRename(from: 9, to: 2), FaceRename(from: 10, to: 1)]
            let frame = try #require(decoder.decode(encode(full, seen))?.frame)
            #expect(frame.hiddenFaceIDs == seen.hiddenFaceIDs)
            #expect(frame.renamedFaceIDs == seen.renamedFaceIDs)
            #expect(frame.outcome == outcome && frame.faces == [face])
            seen.faces = []
            #expect(encode(apple, seen) == FaceSampleEncoder.gap)
        }
    }

    @Test func codesGoThroughASampleAndAreLeftOutOfOtherTracks() throws {
        let format = FaceTrackFormat(includesCodes: true)
        let decoder = try #require(FaceSampleDecoder(sampleEntry: format.sampleEntry))
        var seen = observation([face])
        let corners = [0.25, 0.5, 0.75, 1].map { Point(x: $0, y: 1 - $0) }
        let objects = MetadataMachineReadableCodeObject.Symbology.allCases.map {
            MetadataMachineReadableCodeObject(
                symbology: $0, content: .text("Größe \($0)"), corners: corners)
        }
        let bytes = MetadataMachineReadableCodeObject(
            symbology: .qr, content: .bytes([0, 0xFF]), corners: corners)
        for objects in [objects, [bytes], []] {
            seen.codes = FaceObservation.Codes(age: 3, objects: objects)
            #expect(decoder.decode(encode(format, seen))?.frame?.codes == seen.codes)
        }
        #expect(
            try #require(FaceSampleDecoder(sampleEntry: full.sampleEntry))
                .decode(encode(full, seen))?.frame?.codes == nil)
    }

    @Test func damagedCodesAreReadWithoutHarm() throws {
        let format = FaceTrackFormat(includesCodes: true)
        let decoder = try #require(FaceSampleDecoder(sampleEntry: format.sampleEntry))
        var seen = observation([])
        seen.codes = FaceObservation.Codes(
            objects: [
                MetadataMachineReadableCodeObject(
                    symbology: .ean13, content: .text("4006381333931"),
                    corners: Array(repeating: Point(x: 0.5, y: 0.5), count: 4))
            ])
        let sample = encode(format, seen)
        for index in sample.indices {
            for value: UInt8 in [0, 1, 0x7F, 0xFF] {
                var changed = sample
                changed[index] = value
                let codes = decoder.decode(changed)?.frame?.codes?.objects ?? []
                #expect(codes.count <= 1)
                #expect(codes.allSatisfy { $0.bounds.width.isFinite })
            }
        }
    }

    @Test("An iPhone's NULL item is a frame without faces")
    func appleNull() throws {
        let decoder = try #require(FaceSampleDecoder(sampleEntry: apple.sampleEntry))
        #expect(
            decoder.decode(FaceSampleEncoder.gap)
                == .frame(number: nil, outcome: .analysed, faces: []))
    }

    @Test(
        "Angles go through the track's range of 0 to 360 and come back",
        arguments: [-179.5, -90, -0.000001, 0, 0.5, 90, 180])
    func angles(degrees: Double) throws {
        var turned = face
        turned.rollAngle = degrees
        let decoder = try #require(FaceSampleDecoder(sampleEntry: apple.sampleEntry))
        let faces = try #require(decoder.decode(encode(apple, observation([turned])))?.frame).faces
        let roll = try #require(faces.first?.rollAngle)
        #expect(abs(Angle.difference(from: roll, to: degrees)) < 1e-4)
    }

    @Test("What is no distance is none", arguments: [0, -1.5, .infinity, .nan])
    func impossibleDistances(distance: Double) throws {
        var strange = face
        strange.distance = distance
        let decoder = try #require(FaceSampleDecoder(sampleEntry: full.sampleEntry))
        #expect(
            decoder.decode(encode(full, observation([strange])))
                == .frame(number: 7, outcome: .analysed, faces: [face]))
    }

    @Test("What is no quality is none", arguments: [-0.5, 1.5, .infinity, .nan])
    func impossibleQualities(quality: Double) throws {
        var strange = face
        strange.captureQuality = quality
        let decoder = try #require(FaceSampleDecoder(sampleEntry: full.sampleEntry))
        #expect(
            decoder.decode(encode(full, observation([strange])))
                == .frame(number: 7, outcome: .analysed, faces: [face]))
    }

    @Test(
        "A face that cannot be read is counted, and the others are read",
        arguments: [
            ("'crec'", "'cres'"), ("'cits'", "'citz'"), ("0000000c 00000002", "0000000c 00000063"),
            ("0000000c 00000002", "00000000 00000002"), ("0000000c 00000002", "00000003 00000002"),
            ("00000028 00000003 3e800000", "00000028 00000063 3e800000"),
            ("00000028 00000003 3e800000", "00000028 00000003 7fc00000"),
        ])
    func unreadableFace(whole: String, damaged: String) throws {
        var second = face
        second.faceID = 4
        var sample = encode(full, observation([face, second]))
        let (whole, damaged) = (bytes(whole), bytes(damaged))
        let place = try #require(
            sample.indices.dropLast(whole.count).last {
                Array(sample[$0..<$0 + whole.count]) == whole
            })
        sample.replaceSubrange(place..<place + whole.count, with: damaged)
        let decoder = try #require(FaceSampleDecoder(sampleEntry: full.sampleEntry))
        let frame = try #require(decoder.decode(sample)?.frame)
        #expect(frame.faces == [face])
        #expect(frame.unreadableFaceCount == 1)
    }

    @Test("What is no face at all is counted, and is no gap")
    func noFaces() throws {
        let decoder = try #require(FaceSampleDecoder(sampleEntry: full.sampleEntry))
        for rest in ["00000010 00000001 00000008 'junk'", "00000010 00000001 00000003 'crec'"] {
            #expect(decoder.decode(bytes(rest))?.frame?.unreadableFaceCount == 1)
        }
    }

    @Test("Faces behind the most that are read are counted")
    func tooManyFaces() throws {
        let decoder = try #require(FaceSampleDecoder(sampleEntry: apple.sampleEntry))
        for (count, unreadableCount) in [(4096, 0), (4097, 1)] {
            let sample = encode(apple, observation(Array(repeating: face, count: count)))
            let frame = try #require(decoder.decode(sample)?.frame)
            #expect(frame.faces.count == 4096)
            #expect(frame.unreadableFaceCount == unreadableCount)
        }
    }

    @Test("Cut anywhere, changed anywhere, a sample is read without harm")
    func damagedSamples() throws {
        let sample = encode(full, observation([face, face]))
        let decoder = try #require(FaceSampleDecoder(sampleEntry: full.sampleEntry))
        for index in sample.indices {
            let cut = decoder.decode(Array(sample.prefix(index)))
            if let frame = cut?.frame { #expect(frame.faces.count <= 2) }
            for value: UInt8 in [0, 1, 0x7F, 0xFF] {
                var changed = sample
                changed[index] = value
                if let frame = decoder.decode(changed)?.frame {
                    #expect(frame.faces.allSatisfy { $0.bounds.width.isFinite })
                }
            }
        }
    }
}

extension FaceSample {
    /// A sample of a frame with faces.
    static func frame(
        number: Int?, outcome: FrameLedger.Outcome, scan: FaceObservation.Scan? = nil,
        isCut: Bool = false, faces: [MetadataFaceObject]
    ) -> FaceSample {
        var frame = Frame(number: number, outcome: outcome, faces: faces)
        frame.scan = scan
        frame.isCut = isCut
        return .frame(frame)
    }
}
