// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues

/// What is left out when the machine falls behind: the one place where that is decided.
///
/// Each measure costs more than the one before it:
/// 1. Of a live source an output that may lose frames keeps the newest that waits.
/// 2. Under pressure of the machine, and where limits would be exceeded (``ScanPace``), fewer of its frames are
///    looked at, and less of them.
/// 3. While a recording is busy, outputs that give way pass frames by.
/// 4. While a recording is full, frames are dropped for all outputs.
enum LoadShedding {
    /// Frames that may wait for an output's thread.
    ///
    /// - Parameter waits: whether the source waits for room; otherwise a newer frame takes the place of an
    ///   older one.
    static func capacity(waits: Bool) -> Int { waits ? 4 : 1 }

    /// What an output is handed of a frame.
    ///
    /// - Parameter load: the greatest of all outputs of a live source; `relaxed` for a file, which waits.
    static func delivery(
        of frame: CapturedFrame, to output: any CaptureOutput, under load: CaptureSession.OutputLoad
    ) -> CaptureDelivery {
        switch load {
        case .full: .droppedFrame(frame.header, .recordingBusy)
        case .busy where output.givesWayToRecordings: .skippedFrame(frame.header, .recordingBusy)
        case .busy, .relaxed: .frame(frame)
        }
    }

    /// Why a frame is not analyzed; `nil` where it is.
    ///
    /// - Parameters:
    ///   - interval: every Nth frame is analyzed where there is no pressure.
    ///   - stride: of those every Nth, as the pace is.
    ///   - stream: the stream's number at that pace: streams look at different frames.
    static func skipReason(
        of frame: FrameID, every interval: Int, under pressure: SystemPressureState.Level,
        stride: Int, stream: Int
    ) -> FrameLedger.SkipReason? {
        let (turn, rest) = frame.number.quotientAndRemainder(dividingBy: interval)
        guard rest == 0 else { return .interval }
        let leastStride =
            switch pressure {
            case .nominal, .fair: 1
            case .serious: 3
            case .critical: 10
            }
        return (turn + stream).isMultiple(of: max(leastStride, stride)) ? nil : .systemPressure
    }
}
