// SPDX-License-Identifier: Apache-2.0
public import FaceValues

/// Told what becomes of the photos that one call asked for, on the thread `fc.photo` and in order, except where a
/// function says otherwise.
public protocol CapturePhotoCaptureDelegate: AnyObject, Sendable {
    /// A frame was chosen: its photo is made next, which may take seconds. Does nothing by default.
    ///
    /// It is called on a thread of the session, which delivers no more meanwhile, so that what lies around the frame is
    /// still there, such as for `CaptureMovieFileOutput.recordMoment(at:)`. It should return at once.
    /// The photo may fail nevertheless.
    ///
    /// - Parameters:
    ///   - output: the output that takes the photo.
    ///   - time: the session time of the frame.
    func photoOutput(_ output: CapturePhotoOutput, willMakePhotoOfFrameAt time: MediaTime)
    /// A photo is whole and, where that was asked for, on the disk.
    func photoOutput(_ output: CapturePhotoOutput, didFinishProcessing photo: CapturePhoto)
    /// No more photos come; called once for each call.
    ///
    /// - Parameters:
    ///   - output: the output that took them.
    ///   - settings: what the call asked for.
    ///   - error: why there are fewer than were asked for: `outputFailed`, `storageFull` and
    ///     the like of a photo that could not be made or written, which ends the call, or `invalidState`
    ///     where the session ended first.
    func photoOutput(
        _ output: CapturePhotoOutput, didFinishCaptureFor settings: CapturePhotoSettings,
        error: FacecapError?)
}

extension CapturePhotoCaptureDelegate {
    /// Does nothing.
    public func photoOutput(
        _ output: CapturePhotoOutput, willMakePhotoOfFrameAt time: MediaTime
    ) {}
}
