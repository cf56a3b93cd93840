// SPDX-License-Identifier: Apache-2.0
/// The system calls a camera needs, one method each, in Swift's values.
///
/// Nothing is interpreted here beyond "there is no more" and "not yet": those are answers, all else
/// that goes wrong is thrown with its `errno`.
protocol VideoDeviceCalls: CameraNodeCalls {
    /// `CLOCK_MONOTONIC` now.
    var nowNanoseconds: Int64 { get }

    func capability(of device: Int32) throws(SystemCallFailure) -> DeviceCapability
    /// The format at a place of the driver's list; `nil` at the end, as for sizes and intervals.
    func pixelFormat(at index: UInt32, of device: Int32) throws(SystemCallFailure)
        -> PixelFormatCode?
    func frameSizes(at index: UInt32, in code: PixelFormatCode, of device: Int32)
        throws(SystemCallFailure) -> FrameSizeRange?
    func frameIntervals(
        at index: UInt32, in code: PixelFormatCode, size: FrameSize, of device: Int32
    ) throws(SystemCallFailure) -> FrameIntervalRange?
    /// Asks for a format; the answer is what the driver made of it.
    func setFormat(_ format: DeviceFormat, of device: Int32) throws(SystemCallFailure)
        -> DeviceFormat
    /// The format in force.
    func format(of device: Int32) throws(SystemCallFailure) -> DeviceFormat
    /// A part of the sensor or of the frame; `nil` when the driver has no say.
    func selection(_ target: SelectionTarget, of device: Int32) throws(SystemCallFailure)
        -> DeviceRegion?
    /// Asks for another part; the answer is the one in force, `nil` when the driver has no say.
    func setSelection(
        _ target: SelectionTarget, to region: DeviceRegion, of device: Int32
    ) throws(SystemCallFailure) -> DeviceRegion?
    /// Asks for a frame interval; the answer is the one in force, `nil` when the driver has no say.
    func setInterval(_ interval: FrameInterval, of device: Int32) throws(SystemCallFailure)
        -> FrameInterval?

    /// Asks for buffers that can be mapped; the answer is how many there are.
    func requestBuffers(_ count: Int, of device: Int32) throws(SystemCallFailure) -> Int
    /// Maps a buffer for reading.
    func mapBuffer(_ index: Int, of device: Int32) throws(SystemCallFailure)
        -> UnsafeRawBufferPointer
    func unmap(_ memory: UnsafeRawBufferPointer)
    func queueBuffer(_ index: Int, of device: Int32) throws(SystemCallFailure)
    /// The oldest filled buffer; `nil` when there is none yet.
    func dequeueBuffer(of device: Int32) throws(SystemCallFailure) -> DequeuedBuffer?
    func startStreaming(_ device: Int32) throws(SystemCallFailure)
    func stopStreaming(_ device: Int32) throws(SystemCallFailure)

    /// Waits for a filled buffer or for `wake` to become readable; a negative time has no end.
    func wait(for device: Int32, orFor wake: Int32, milliseconds: Int32) throws(SystemCallFailure)
        -> DeviceReadiness
}

/// What a driver that scales can be asked to select.
enum SelectionTarget {
    /// The part of the sensor that frames are made of.
    case crop
    /// The part of the frame that is filled.
    case compose
}
