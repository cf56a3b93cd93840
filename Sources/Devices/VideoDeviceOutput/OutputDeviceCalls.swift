// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// What is asked of an output device of Video4Linux; it is closed with the value.
///
/// Used by one thread at a time. Every function throws what ``VideoOutputDevice`` tells its user.
protocol OutputDeviceCalls: AnyObject {
    /// How frames get into the device; throws where it takes none.
    func transfer() throws(FacecapError) -> ImageTransfer
    /// What the device makes of a request; `nil` where it has other formats only.
    func setFormat(
        _ layout: OutputFormat.Layout, width: Int, height: Int
    ) throws(FacecapError) -> OutputFormat?
    /// Asks for so many buffers; how many there are.
    func requestBuffers(_ count: Int) throws(FacecapError) -> Int
    func mapBuffer(_ index: Int) throws(FacecapError) -> UnsafeMutableRawBufferPointer
    func unmap(_ buffer: UnsafeMutableRawBufferPointer)
    /// Hands a filled buffer to the device.
    func queue(_ index: Int, byteCount: Int) throws(FacecapError)
    /// Begins to show what is queued, once.
    func start() throws(FacecapError)
    func stop()
    /// Waits for a buffer that has been shown; `nil` when none was in time.
    func dequeue(withinMilliseconds timeout: Int32) throws(FacecapError) -> Int?
    /// Writes a frame; whether the device took it in time.
    func write(
        _ image: UnsafeRawBufferPointer, withinMilliseconds timeout: Int32
    ) throws(FacecapError) -> Bool
}
