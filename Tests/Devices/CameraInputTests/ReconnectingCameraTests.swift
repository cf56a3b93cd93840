// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Glibc
import SystemSupport
import Testing

@testable import CameraInput

@Suite struct ReconnectingCameraTests {
    /// What happens each time a camera is opened; after the last one it stays away.
    private final class Openings: @unchecked Sendable {
        private let attempts: Monitor<[Result<ScriptedDevice, FacecapError>]>
        let count = Monitor(0)
        /// Devices that were still open when the next one was opened.
        let openAtNext = Monitor(0)
        private var opened: [ScriptedDevice] = []

        init(_ attempts: [Result<ScriptedDevice, FacecapError>]) {
            self.attempts = Monitor(attempts)
        }

        func open(_ request: CameraRequest) throws(FacecapError) -> any CaptureSource {
            count.withLock { $0 += 1 }
            openAtNext.withLock { $0 += opened.reduce(0) { $0 + $1.openCount } }
            let next = attempts.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            guard let next else { throw ReconnectingCameraTests.away }
            let device = try next.get()
            opened.append(device)
            return try V4L2Camera(path: "/dev/video0", request: request, calls: device)
        }
    }

    private static let away = FacecapError(.sourceNotFound, "There is no camera.")

    private func camera(_ openings: Openings) throws -> ReconnectingCamera {
        try ReconnectingCamera(
            CameraRequest(width: 4, height: 2),
            schedule: ReopenSchedule(lookInterval: 1_000_000, maximumWait: 4_000_000),
            open: { request throws(FacecapError) in try openings.open(request) })
    }

    /// So many events in a few words each.
    private func story(of camera: ReconnectingCamera, _ count: Int) -> [String] {
        (0..<count).map { _ in
            do throws(FacecapError) {
                return switch try camera.nextEvent() {
                case .video: "video"
                case .dropped: "dropped"
                case .lost(let count): "lost \(count)"
                case .interrupted(let reason): reason
                case .interruptionEnded: "ended"
                case .encoded(let sample, _): sample.hasOtherFormat ? "other format" : "encoded"
                case nil: "end"
                default: "unexpected"
                }
            } catch {
                return "\(error.code)"
            }
        }
    }

    private static func frame(_ number: UInt32) -> ScriptedDevice.Step { .frame(number, at: nil) }

    @Test func aStalledCameraIsClosedAndOpenedAgain() throws {
        let openings = Openings([
            .success(ScriptedDevice([Self.frame(7), .silence(milliseconds: 9000)])),
            .success(ScriptedDevice([Self.frame(0), Self.frame(1)])),
        ])
        let camera = try camera(openings)
        #expect(
            story(of: camera, 6)
                == ["video", "no frame for 2 s", "ended", "video", "video", "the camera went away"])
        #expect(openings.openAtNext.withLock { $0 } == 0)
    }

    @Test func aCameraThatComesBackHasTheRateThatWasSetLast() throws {
        let devices = [
            ScriptedDevice([Self.frame(0), .silence(milliseconds: 9000)]),
            ScriptedDevice([Self.frame(0)]),
        ]
        for device in devices {
            device.offers = [.init(.yuyv, [FrameSize(width: 4, height: 2)], [15, 30])]
        }
        let camera = try camera(Openings(devices.map { .success($0) }))
        #expect(story(of: camera, 1) == ["video"])
        #expect(try camera.setFrameRate(15) == 15)
        #expect(camera.videoFormat?.frameRate == 15)
        #expect(story(of: camera, 3) == ["no frame for 2 s", "ended", "video"])
        #expect(devices.map { $0.requestedIntervals.map(\.frameRate) } == [[30, 15], [15]])
    }

    @Test func theRateOfACameraThatIsAwayStays() throws {
        let camera = try camera(
            Openings([.success(ScriptedDevice([.silence(milliseconds: 9000)]))]))
        #expect(story(of: camera, 1) == ["no frame for 2 s"])
        let error = #expect(throws: FacecapError.self) { try camera.setFrameRate(15) }
        #expect(error?.code == .deviceDisconnected)
    }

    @Test func aCameraThatStaysSilentIsOpenedAgainWithoutAnotherInterruption() throws {
        let silent = { ScriptedDevice([.silence(milliseconds: 9000)]) }
        let openings = Openings([
            .success(silent()), .success(silent()), .success(silent()),
            .success(ScriptedDevice([Self.frame(0)])),
        ])
        let camera = try camera(openings)
        #expect(story(of: camera, 3) == ["no frame for 2 s", "ended", "video"])
        #expect(openings.count.withLock { $0 } == 4)
    }

    @Test(arguments: [ENODEV, EIO])
    func anUnpluggedCameraIsWaitedForAndItsNumbersBeginAgain(number: Int32) throws {
        let busy = FacecapError(.deviceBusy, "busy", errno: EBUSY)
        let openings = Openings([
            .success(ScriptedDevice([Self.frame(90), .failure(number)])),
            .failure(Self.away), .failure(Self.away), .failure(busy), .failure(busy),
            .success(ScriptedDevice([Self.frame(3), Self.frame(5)])),
        ])
        #expect(
            story(of: try camera(openings), 6)
                == ["video", "the camera went away", "ended", "video", "lost 1", "video"])
    }

    @Test func aDriverThatContradictsItselfIsOpenedAgain() throws {
        let broken = ScriptedDevice([.frame(0, at: nil) { $0.index = 9 }])
        let openings = Openings([
            .success(broken),
            .success(ScriptedDevice([.frame(0, at: nil) { $0.isDamaged = true }])),
        ])
        let story = story(of: try camera(openings), 3)
        #expect(story[0].contains("hands out buffer 9 of 4"))
        #expect(story.dropFirst() == ["ended", "dropped"])
    }

    @Test func aCameraThatIsAwayAtTheBeginningIsAnError() {
        let error = #expect(throws: FacecapError.self) {
            _ = try camera(Openings([.failure(Self.away)]))
        }
        #expect(error?.code == .sourceNotFound)
    }

    @Test func aCameraMayComeBackWithImagesOfAnotherSize() throws {
        let other = ScriptedDevice([Self.frame(0)])
        other.answer = { _ in
            DeviceFormat(code: PixelFormatCode(.grey), size: FrameSize(width: 32, height: 16))
        }
        let camera = try camera(
            Openings([.success(ScriptedDevice([.failure(ENODEV)])), .success(other)]))
        #expect(story(of: camera, 2) == ["the camera went away", "ended"])
        guard case .video(let sample)? = try camera.nextEvent() else {
            Issue.record("There is no frame.")
            return
        }
        #expect(sample.pixelBuffer.width == 32)
        #expect(camera.videoFormat?.width == 4)
    }

    /// Reads a camera on another thread and cancels it once `waits` has returned; whether it ended then, and
    /// whether it stays so.
    private func ends(
        of camera: sending ReconnectingCamera, once waits: () -> Void
    ) throws -> [Bool] {
        let control = camera.control
        let handover = Handover(camera)
        let ends = Monitor<[Bool]>([])
        let thread = try WorkerThread(name: "fc.capture") {
            guard let camera = handover.take() else { return }
            let answers = (0..<2).map { _ in
                do { return try camera.nextEvent() == nil } catch { return false }
            }
            ends.withLock { $0 = answers }
        }
        waits()
        control.cancel()
        thread.join()
        return ends.withLock { $0 }
    }

    @Test func cancelEndsTheWaitingForACamera() throws {
        let openings = Openings([.success(ScriptedDevice([.failure(ENODEV)]))])
        let camera = try camera(openings)
        #expect(story(of: camera, 1) == ["the camera went away"])
        let ends = try ends(of: camera) { openings.count.wait { $0 > 3 ? () : nil } }
        #expect(ends == [true, true])
    }

    @Test func cancelEndsTheWaitingForAFrame() throws {
        let device = ScriptedDevice([.block])
        let camera = try camera(Openings([.success(device)]))
        let ends = try ends(of: camera) { _ = device.isBlocking.wait { $0 ? $0 : nil } }
        #expect(ends == [true, true])
    }

    /// Breaks off after a frame, which comes encoded first.
    private final class EncodingSource: CaptureSource, CaptureSourceControl {
        let encodedFormats: EncodedSample.Formats
        let videoFormat: VideoFormat? = VideoFormat(width: 4, height: 2, frameRate: nil)
        let isLive = true
        let estimatedFrameCount: Int? = nil
        let isCancelled = false
        private let frameCount = Monitor(0)

        /// With `nil`, its format knows of no encoded samples.
        init(_ configuration: UInt8?) {
            encodedFormats = EncodedSample.Formats(
                video: configuration.map {
                    EncodedSample.VideoFormat(
                        codec: .h264, width: 4, height: 2, configuration: [$0], timescale: 90_000)
                })
        }

        func nextEvent() throws(FacecapError) -> CaptureEvent? {
            let count = frameCount.withLock { count in
                count += 1
                return count
            }
            return switch count {
            case 1: .encoded(EncodedSample(bytes: [1], presentationTime: .zero), .video)
            case 2: .dropped(.corruptData, presentationTime: .zero)
            default: .interrupted(reason: "gone")
            }
        }

        func cancel() {}
    }

    /// So many events of a camera that is encoded in one way after the other.
    private func story(ofEncodings encodings: [UInt8?], _ count: Int) throws -> [String] {
        let configurations = Monitor(encodings)
        let camera = try ReconnectingCamera(
            schedule: ReopenSchedule(lookInterval: 1, maximumWait: 1)
        ) { _ throws(FacecapError) in
            EncodingSource(configurations.withLock { $0.removeFirst() })
        }
        return story(of: camera, count)
    }

    @Test func samplesOfACameraThatComesBackWithAnotherEncodingSaySo() throws {
        #expect(
            try story(ofEncodings: [1, 1, 2], 10) == [
                "encoded", "dropped", "gone", "encoded", "ended", "dropped", "gone",
                "other format", "ended", "dropped",
            ])
    }

    @Test func aCameraThatComesBackWithoutItsEncodedSamplesEndsTheStream() throws {
        #expect(
            try story(ofEncodings: [1, nil], 4)
                == ["encoded", "dropped", "gone", "format_unsupported"])
    }

    @Test func aCameraThatIsThereAndDoesNotWorkIsTriedEverMoreSeldom() {
        var schedule = ReopenSchedule(lookInterval: 200, maximumWait: 1000)
        let busy = FacecapError(.deviceBusy, "")
        #expect((0..<6).map { _ in schedule.wait(after: busy) } == [0, 200, 400, 800, 1000, 1000])
        #expect(schedule.wait(after: Self.away) == 200)
        schedule.reset(afterNanoseconds: 999)
        #expect(schedule.wait(after: busy) == 1000)
        schedule.reset(afterNanoseconds: 1000)
        #expect(schedule.wait(after: busy) == 0)
    }
}
