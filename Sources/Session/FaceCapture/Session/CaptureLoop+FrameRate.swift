// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues
import Synchronization
internal import SystemSupport

extension CaptureLoop {
    /// Makes frames come at another rate, between two of them; waits for it.
    ///
    /// Throws why that cannot be, and `deviceDisconnected` where no frames come.
    ///
    /// - Returns: the rate that the source made of it; `nil` where it has to be opened again for it.
    func changeFrameRate(_ frameRate: Double) throws(FacecapError) -> Double? {
        // The source is asked after its next event.
        let interval = source.withLock { $0?.videoFormat?.frameDuration?.nanoseconds } ?? 0
        let deadline = MonotonicClock.nowNanoseconds + 3_000_000_000 + 2 * interval
        guard let answer = try rateChange.make(frameRate, untilNanoseconds: deadline) else {
            throw FacecapError(
                .deviceDisconnected,
                "The source delivers no frames now; change the frame rate when it does.")
        }
        return answer
    }

    /// Does what was asked for with ``changeFrameRate(_:)``.
    func changeFrameRate(
        of reader: any CaptureSource, _ source: OpenSource,
        _ didReceive: (CaptureDelivery.Notice) -> Void
    ) {
        guard let wanted = rateChange.take() else { return }
        do throws(FacecapError) {
            let granted = try reader.setFrameRate(wanted)
            if granted != nil {
                source.takeFormats(of: reader)
                tellFrameDuration(of: source, didReceive)
            }
            rateChange.finish(.success(granted))
        } catch {
            rateChange.finish(.failure(error))
        }
    }

    func tellFrameDuration(
        of source: OpenSource, _ didReceive: (CaptureDelivery.Notice) -> Void
    ) {
        guard let duration = source.videoFormat?.frameDuration else { return }
        notify(.frameDurationChanged(duration), didReceive)
    }
}
