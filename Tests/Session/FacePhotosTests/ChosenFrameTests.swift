// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceCapture
import FacePhotos
import FaceValues
import MediaCodecs
import SystemSupport
import Testing

/// What a photo output tells of a frame before its photo is made.
@Suite struct ChosenFrameTests {
    /// Keeps what it is told; it takes no photo over before so many frames were chosen, or a minute is over.
    private final class Listener: CapturePhotoCaptureDelegate {
        private let awaitedCount: Int
        private let state = Monitor(
            (chosen: [MediaTime](), photos: [MediaTime](), chosenAtFirstPhoto: Int?.none))

        init(awaitedCount: Int = 0) { self.awaitedCount = awaitedCount }

        var chosen: [MediaTime] { state.withLock { $0.chosen } }
        var photos: [MediaTime] { state.withLock { $0.photos } }
        /// How many frames were chosen when the first photo had been waited with.
        var chosenAtFirstPhoto: Int? { state.withLock { $0.chosenAtFirstPhoto } }

        func photoOutput(
            _ output: CapturePhotoOutput, willMakePhotoOfFrameAt time: MediaTime
        ) {
            state.withLock { $0.chosen.append(time) }
        }

        func photoOutput(_ output: CapturePhotoOutput, didFinishProcessing photo: CapturePhoto) {
            let end = MonotonicClock.nowNanoseconds + 60_000_000_000
            _ = state.wait(untilNanoseconds: end) { $0.chosen.count >= awaitedCount ? () : nil }
            state.withLock { state in
                state.chosenAtFirstPhoto = state.chosenAtFirstPhoto ?? state.chosen.count
                state.photos.append(photo.observation.presentationTime)
            }
        }

        func photoOutput(
            _ output: CapturePhotoOutput, didFinishCaptureFor settings: CapturePhotoSettings,
            error: FacecapError?
        ) {}
    }

    private func take(
        _ moment: CapturePhotoSettings.Moment = .next, count: Int = 1,
        of source: NumberedSource, for listener: Listener
    ) async throws {
        let photos = try await PhotoSession(of: source, detector: NumberDetector())
        var settings = CapturePhotoSettings()
        settings.codec = .png
        settings.count = count
        settings.moment = moment
        photos.output.capturePhoto(with: settings, delegate: listener)
        let notifications = photos.session.notifications()
        try await photos.session.startRunning()
        for await case .didStopRunning in notifications { break }
    }

    @Test func framesAreToldOfHoweverLongAnEarlierPhotoTakes() async throws {
        let listener = Listener(awaitedCount: 3)
        try await take(count: 3, of: NumberedSource(8), for: listener)
        #expect(listener.chosenAtFirstPhoto == 3)
        #expect(listener.photos.map(\.seconds) == [0, 0.1, 0.2])
        #expect(listener.chosen == listener.photos)
    }

    /// Thirty frames are three seconds: of one second the best is known on the way, of ten at the end.
    @Test(arguments: [1, 10])
    func theBestFrameIsToldOfOnceItIsKnown(seconds: Int64) async throws {
        let listener = Listener(awaitedCount: 1)
        let window = MediaTime(value: seconds, timescale: 1)
        try await take(.best(within: window), of: NumberedSource(30), for: listener)
        #expect(listener.photos.count == 1)
        #expect(listener.chosen == listener.photos)
    }
}
