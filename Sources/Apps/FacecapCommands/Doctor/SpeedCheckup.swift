// SPDX-License-Identifier: Apache-2.0
import Facecap
import Glibc
import SystemSupport

/// Times the detector that would be used, on a synthetic image.
struct SpeedCheckup {
    /// What a frame takes, in seconds.
    struct Cost: Equatable {
        /// Of the time of all cores.
        var processor: Double
        /// Until its faces are known.
        var wall: Double
    }

    var detector = DetectorSelection()
    /// What a frame of a detector takes.
    var measure: (DetectorSelection) throws(FacecapError) -> Cost = {
        detector throws(FacecapError) in
        try SpeedCheckup.measure(detector)
    }

    private static let frameRate = 30.0

    var checks: [DoctorCheck] {
        do throws(FacecapError) {
            let cost = try measure(detector)
            let share = Int((cost.processor * Self.frameRate * 100).rounded())
            let rate = Int((1 / max(cost.wall, 1e-6)).rounded(.down))
            let detail = "30 fps of 1280x720 take \(share) % of one core here"
            guard cost.wall * Self.frameRate >= 1 else {
                return [DoctorCheck(status: .ok, thing: "speed", detail: detail)]
            }
            let every = Int((cost.wall * Self.frameRate).rounded(.up))
            return [
                DoctorCheck(
                    status: .warning, thing: "speed",
                    detail: detail + ", so that \(max(1, rate)) fps are looked at",
                    remedy: "--detect-every \(every), or a larger --smallest-face")
            ]
        } catch {
            return [DoctorCheck(status: .problem, thing: "speed", detail: error.message)]
        }
    }

    /// Looks at an image for about a second.
    private static func measure(_ selection: DetectorSelection) throws(FacecapError) -> Cost {
        var configuration = SyntheticCamera.Configuration()
        (configuration.width, configuration.height) = (1280, 720)
        configuration.isRealTime = false
        let camera = try SyntheticCamera(configuration)
        guard case .video(let sample)? = try camera.nextEvent() else {
            return Cost(processor: 0, wall: 0)
        }
        let detector = try selection.makeDetector()
        var (count, start) = (0, (processor: 0.0, wall: 0.0))
        repeat {
            // The first time makes room for the others.
            if count == 1 { start = (seconds(CLOCK_PROCESS_CPUTIME_ID), seconds(CLOCK_MONOTONIC)) }
            _ = try detector.scanFaces(
                in: sample.pixelBuffer, orientation: sample.orientation, region: nil, hints: [])
            count += 1
        } while count < 3 || count < 30 && seconds(CLOCK_MONOTONIC) - start.wall < 1
        let frames = Double(max(1, count - 1))
        return Cost(
            processor: (seconds(CLOCK_PROCESS_CPUTIME_ID) - start.processor) / frames,
            wall: (seconds(CLOCK_MONOTONIC) - start.wall) / frames)
    }

    private static func seconds(_ clock: Int32) -> Double {
        Double(SystemClock.nanoseconds(of: clock)) / 1e9
    }
}
