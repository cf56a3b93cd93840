// SPDX-License-Identifier: Apache-2.0
import FaceDetectors
import FaceValues
import Foundation
import MediaInput
import TestSupport
import Testing

@testable import FaceArchives

/// Plans: which segments there are, a line for each.
struct ArchivePlanTests {
    private let folder: TemporaryFolder
    private let plan: ArchivePlan

    init() throws {
        folder = try TemporaryFolder()
        var search = ArchiveSearch(DetectorDescription(name: "haar"))
        search.region = [0.1, 0.2, 0.30000000000000004, 0.4]
        search.score = 1 / 3
        plan = ArchivePlan(search)
    }

    private func segments(_ count: Int) throws -> [ArchiveSegment] {
        try (0..<count).map { index in
            let path = try folder.write([UInt8(index)], to: "video \(index) é.mp4")
            return ArchiveSegment(whole: try VideoFingerprint(path: path), of: plan)
        }
    }

    private func write(_ lines: [String]) throws -> String {
        try folder.write(Array(lines.joined().utf8), to: "plan.jsonl")
    }

    private func failure(_ body: () throws -> Void) -> FacecapError? {
        do {
            try body()
            return nil
        } catch {
            return error as? FacecapError
        }
    }

    @Test func aPlanComesBackAsItWasWritten() throws {
        let segments = try segments(3)
        let path = try write([plan.line()] + segments.map { try $0.line() })
        var reader = try ArchivePlanReader(path: path)
        #expect(reader.plan == plan)
        var read: [ArchiveSegment] = []
        while let segment = try reader.next() { read.append(segment) }
        #expect(read == segments)
        #expect(Set(read.map(\.key)).count == 3)
        for index in 0..<3 {
            var reader = try ArchivePlanReader(path: path)
            #expect(try reader.segment(index) == segments[index])
        }
        let error = failure {
            var reader = try ArchivePlanReader(path: path)
            _ = try reader.segment(3)
        }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains("from 0 to 2") == true)
    }

    @Test func aKeyChangesWithWhateverAPartDependsOn() throws {
        let video = try VideoFingerprint(path: folder.write([1], to: "a.mp4"))
        var keys = [ArchiveSegment(whole: video, of: plan).key]
        let changes: [(inout ArchiveSearch) -> Void] = [
            { $0.detector = "yunet" }, { $0.modelChecksum = "0" }, { $0.kernel = "sse4" },
            { $0.mesh = "m" }, { $0.inputSize = 320 }, { $0.score = 0.5 },
            { $0.analysisInterval = 2 }, { $0.scanInterval = 2 }, { $0.region = [0, 0, 1, 1] },
            { $0.keepsMeshPoints = true },
        ]
        for change in changes {
            var search = plan.search
            change(&search)
            keys.append(ArchiveSegment(whole: video, of: ArchivePlan(search)).key)
        }
        let other = try VideoFingerprint(path: folder.write([2], to: "a.mp4"))
        keys.append(ArchiveSegment(whole: other, of: plan).key)
        #expect(Set(keys).count == changes.count + 2)
        // Not with its name, nor with how long segments are.
        var long = plan
        long.segmentSeconds = 600
        #expect(ArchiveSegment(whole: video, of: long).key == keys[0])
        let copy = try VideoFingerprint(path: folder.write([1], to: "copy.mp4"))
        #expect(ArchiveSegment(whole: copy, of: plan).key == keys[0])
    }

    @Test(arguments: [(32, true), (1920, true), (1952, false)])
    func anInputSizeIsSoundThatDetectorsTake(size: Int, isSound: Bool) {
        var search = plan.search
        search.inputSize = size
        #expect(search.isSound == isSound)
    }

    @Test func whatIsNoPlanIsRefusedWithItsLine() throws {
        let lines = try [plan.line()] + segments(2).map { try $0.line() }
        let cases: [([String], String)] = [
            ([], "no plan"), (["{}\n"], "no plan"), (["no json\n"], "no plan"),
            ([String(repeating: "x", count: 200_000)], "no plan"),
            ([lines[0].replacing("\"format\":3", with: "\"format\":2")], "is a plan of format 2"),
            (
                [lines[0].replacing("\"version\":\"", with: "\"version\":\"9")],
                "made by facecap 9"
            ),
            ([lines[0], lines[1].replacing(".mp4\"", with: ".mp4\\u0000\"")], "Line 2"),
            (
                [lines[0].replacing("\"analysis_interval\":1", with: "\"analysis_interval\":0")],
                "no plan"
            ),
            ([lines[0], lines[1].replacing("\"a\":0", with: "\"a\":1")], "Line 2"),
            ([lines[0], lines[1], String(lines[2].dropLast(9))], "Line 3"),
            ([lines[0], lines[1].replacing("\"size\":1", with: "\"size\":-1")], "Line 2"),
        ]
        for (lines, words) in cases {
            let path = try write(lines)
            let error = failure {
                var reader = try ArchivePlanReader(path: path)
                while try reader.next() != nil {}
            }
            #expect(error?.code == .invalidArgument, "\(words)")
            #expect(error?.message.contains(words) == true, "\(error?.message ?? "none")")
        }
    }

    @Test func otherKernelsAndModelsAreRefusedUnlessTheyFindTheSame() throws {
        func description(_ model: String, kernel: String? = nil) -> ArchiveSearch {
            var search = ArchiveSearch(
                DetectorDescription(name: "yunet", modelName: "m", modelSHA256: model))
            search.kernel = kernel
            return search
        }
        let here = DetectorDescription(name: "yunet", modelName: "m", modelSHA256: "1")
        #expect(failure { try description("1").check(here) } == nil)
        #expect(failure { try description("2").check(here) }?.code == .modelMismatch)
        #expect(
            failure { try description("1", kernel: "sse4").check(here) }?.code == .invalidArgument)
        typealias Kernel = DetectorDescription.Kernel
        #expect(Kernel.areEquivalent("avx2", "avx512") && Kernel.areEquivalent("neon", "scalar"))
        #expect(!Kernel.areEquivalent("avx2", "sse4") && !Kernel.areEquivalent("opencv", nil))
        #expect(Kernel.areEquivalent("opencv", "opencv") && Kernel.areEquivalent(nil, nil))
    }

    @Test func aFingerprintTellsVideosOfTheSameLengthApart() throws {
        var bytes = [UInt8](repeating: 7, count: 9 << 20)
        let path = try folder.write(bytes, to: "a.bin")
        let first = try VideoFingerprint(path: path)
        for place in [0, bytes.count / 2, bytes.count - 1] {
            bytes[place] ^= 1
            _ = try folder.write(bytes, to: "a.bin")
            #expect(try VideoFingerprint(path: path).text != first.text, "byte \(place)")
            bytes[place] ^= 1
        }
        #expect(failure { _ = try VideoFingerprint(path: folder.path) }?.code == .mediaUnreadable)
        #expect(failure { _ = try VideoFingerprint(path: path + "x") }?.code == .sourceNotFound)
    }

    @Test func timesFarFromZeroComeBack() throws {
        let video = try VideoFingerprint(path: folder.write([1], to: "a.mp4"))
        let index = FrameIndex(
            start: MediaTime(value: 2_000_000_000_000_000_000, timescale: 2_000_000_000),
            runs: [.init(count: 599, step: 80_000_000)])
        let segments = [0..<300, 300..<600].map {
            ArchiveSegment($0, of: video, index, plan: plan)
        }
        let path = try write([plan.line()] + segments.map { try $0.line() })
        var reader = try ArchivePlanReader(path: path)
        for segment in segments { #expect(try reader.next() == segment) }
    }
}
