// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Glibc
import SystemSupport
import Testing

@testable import CameraInput

/// A camera that follows a script, on a clock of its own; it is used by one thread at a time.
final class ScriptedDevice: VideoDeviceCalls, @unchecked Sendable {
    enum Step {
        /// A buffer is filled: its number, the driver's time, and what is odd about it.
        case frame(UInt32, at: Int64?, (inout DequeuedBuffer) -> Void = { _ in })
        /// Time passes.
        case silence(milliseconds: Int64)
        /// A signal breaks the waiting.
        case signal
        /// The device calls itself ready, and has nothing.
        case falseAlarm
        /// Dequeuing fails.
        case failure(Int32)
        /// Waiting goes on until someone ends it.
        case block
    }

    struct Offer {
        var code: PixelFormatCode
        var sizes: [FrameSizeRange]
        var intervals: [FrameIntervalRange]
    }

    /// The `errno` of opening, for paths that cannot be opened.
    var unopenable: [String: Int32] = [:]
    var capabilities: [String: DeviceCapability] = [:]
    var offers = [Offer(.yuyv, [FrameSize(width: 4, height: 2)], [30])]
    /// More sizes of the same formats, with intervals of their own.
    var largeOffers: [Offer] = []
    /// What the driver makes of the format it is asked for.
    var answer: (DeviceFormat) -> DeviceFormat = { $0 }
    var bufferCount = 4
    var bufferLength = 4096
    /// Of calls; of `VIDIOC_S_PARM` while it streams.
    var failures: [String: Int32] = [:]
    var hasChoiceOfRates = true
    /// What the driver makes of the interval it is asked for.
    var intervalAnswer: (FrameInterval) -> FrameInterval = { $0 }
    var steps: [Step] = []
    /// The part of the sensor that frames are made of; `nil` where the driver has no say.
    var crop: DeviceRegion?
    /// The part of frames that the driver fills; `nil` where it has no say.
    var filled: DeviceRegion?
    /// What the driver makes of the part it is asked for.
    var cropAnswer: (DeviceRegion) -> DeviceRegion = { $0 }
    /// Whether frames become as large as the part.
    var sizeOfCrop = false
    /// How often it refuses a part, as it is busy, before it takes one.
    var cropRefusalCount = 0
    /// How often it was asked for a part.
    private(set) var cropCount = 0
    /// What buffers are filled with, one after the other; then they stay as they are.
    var contents: [[UInt8]] = []

    /// Whether someone waits in a ``Step/block``.
    let isBlocking = Monitor(false)
    private(set) var requestedFormats: [DeviceFormat] = []
    private(set) var requestedIntervals: [FrameInterval] = []
    private(set) var openCount = 0
    private(set) var mappedCount = 0
    private(set) var isStreaming = false
    /// The buffers the driver has, the next one to be filled first.
    private(set) var queue: [Int] = []
    /// The memory of each buffer, while it is mapped.
    private(set) var memories: [Int: UnsafeMutableRawBufferPointer] = [:]
    private(set) var nowNanoseconds: Int64 = 10_000_000_000

    init(_ steps: [Step] = []) { self.steps = steps }

    func makeCamera(_ request: CameraRequest = CameraRequest(width: 4, height: 2)) throws
        -> V4L2Camera
    {
        try V4L2Camera(path: "/dev/video0", request: request, calls: self)
    }

    /// Why it cannot be made a camera, which a test expects.
    func cameraFailure(_ request: CameraRequest = CameraRequest(width: 4, height: 2))
        -> FacecapError?
    {
        #expect(throws: FacecapError.self) { _ = try self.makeCamera(request) }
    }

    /// Lets time pass without anybody waiting.
    func pass(milliseconds: Int64) { nowNanoseconds += milliseconds * 1_000_000 }

    func open(_ path: String) throws(SystemCallFailure) -> Int32 {
        if let number = unopenable[path] { throw SystemCallFailure(call: "open", number: number) }
        try failIfScripted("open")
        openCount += 1
        return 1000 + (Int32(path.suffix(1)) ?? 0)
    }

    func close(_ device: Int32) { openCount -= 1 }

    func capability(of device: Int32) throws(SystemCallFailure) -> DeviceCapability {
        try failIfScripted("VIDIOC_QUERYCAP")
        return capabilities["/dev/video\(device - 1000)"]
            ?? DeviceCapability(
                driver: "script", bus: "test", canCapture: true, canStream: true)
    }

    func pixelFormat(at index: UInt32, of device: Int32) -> PixelFormatCode? {
        offers[at: index]?.code
    }

    func frameSizes(at index: UInt32, in code: PixelFormatCode, of device: Int32)
        -> FrameSizeRange?
    {
        (offers + largeOffers).filter { $0.code == code }.flatMap(\.sizes)[at: index]
    }

    func frameIntervals(
        at index: UInt32, in code: PixelFormatCode, size: FrameSize, of device: Int32
    ) -> FrameIntervalRange? {
        (offers + largeOffers).first {
            $0.code == code
                && ($0.sizes.isEmpty || $0.sizes.contains { $0.nearest(to: size) == size })
        }?.intervals[at: index]
    }

    func setFormat(_ format: DeviceFormat, of device: Int32) throws(SystemCallFailure)
        -> DeviceFormat
    {
        try failIfScripted("VIDIOC_S_FMT")
        requestedFormats.append(format)
        return answer(format)
    }

    func format(of device: Int32) throws(SystemCallFailure) -> DeviceFormat {
        var format = answer(
            requestedFormats.last
                ?? DeviceFormat(
                    code: PixelFormatCode(.yuyv), size: FrameSize(width: 4, height: 2)))
        if sizeOfCrop, let crop {
            format.size = FrameSize(width: Int(crop.width), height: Int(crop.height))
        }
        return format
    }

    func selection(_ target: SelectionTarget, of device: Int32) -> DeviceRegion? {
        target == .crop ? crop : filled
    }

    func setSelection(
        _ target: SelectionTarget, to region: DeviceRegion, of device: Int32
    ) throws(SystemCallFailure) -> DeviceRegion? {
        if target == .crop { cropCount += 1 }
        if target == .crop, cropRefusalCount > 0 {
            cropRefusalCount -= 1
            throw SystemCallFailure(call: "VIDIOC_S_SELECTION", number: EBUSY)
        }
        try failIfScripted("VIDIOC_S_SELECTION")
        guard selection(target, of: device) != nil else { return nil }
        switch target {
        case .crop: crop = cropAnswer(region)
        case .compose: filled = region
        }
        return selection(target, of: device)
    }

    func setInterval(_ interval: FrameInterval, of device: Int32) throws(SystemCallFailure)
        -> FrameInterval?
    {
        if isStreaming, let number = failures["VIDIOC_S_PARM"] {
            throw SystemCallFailure(call: "VIDIOC_S_PARM", number: number)
        }
        requestedIntervals.append(interval)
        return hasChoiceOfRates ? intervalAnswer(interval) : nil
    }

    func requestBuffers(_ count: Int, of device: Int32) throws(SystemCallFailure) -> Int {
        try failIfScripted("VIDIOC_REQBUFS")
        return bufferCount
    }

    /// Memory whose byte at a place is the place, modulo 256.
    func mapBuffer(_ index: Int, of device: Int32) throws(SystemCallFailure)
        -> UnsafeRawBufferPointer
    {
        if index == 2 { try failIfScripted("mmap") }
        mappedCount += 1
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferLength, alignment: 1)
        for place in memory.indices { memory[place] = UInt8(truncatingIfNeeded: place) }
        memories[index] = memory
        return UnsafeRawBufferPointer(memory)
    }

    func unmap(_ memory: UnsafeRawBufferPointer) {
        mappedCount -= 1
        memory.deallocate()
    }

    func queueBuffer(_ index: Int, of device: Int32) throws(SystemCallFailure) {
        try failIfScripted("VIDIOC_QBUF")
        queue.append(index)
    }

    func dequeueBuffer(of device: Int32) throws(SystemCallFailure) -> DequeuedBuffer? {
        guard !steps.isEmpty else { return nil }
        switch steps.removeFirst() {
        case .frame(let sequence, let time, let change):
            guard !queue.isEmpty else { throw SystemCallFailure(call: "starved", number: EINVAL) }
            var buffer = DequeuedBuffer(
                index: queue.removeFirst(), bytesUsed: bufferLength, sequence: sequence,
                nanoseconds: time)
            if !contents.isEmpty {
                let content = contents.removeFirst()
                memories[buffer.index]?.copyBytes(from: content)
                buffer.bytesUsed = content.count
            }
            change(&buffer)
            return buffer
        case .failure(let number): throw SystemCallFailure(call: "VIDIOC_DQBUF", number: number)
        default: return nil
        }
    }

    func startStreaming(_ device: Int32) throws(SystemCallFailure) {
        try failIfScripted("VIDIOC_STREAMON")
        isStreaming = true
    }

    func stopStreaming(_ device: Int32) { isStreaming = false }

    func wait(for device: Int32, orFor wake: Int32, milliseconds: Int32) throws(SystemCallFailure)
        -> DeviceReadiness
    {
        switch steps.first {
        case .frame, .failure:
            nowNanoseconds += 1_000_000
            return .ready
        case .falseAlarm: return .ready
        case .silence(let left):
            let passed = milliseconds < 0 ? left : min(left, Int64(milliseconds))
            nowNanoseconds += passed * 1_000_000
            steps[0] = .silence(milliseconds: left - passed)
            if left == passed { steps.removeFirst() }
            return .nothing
        case .signal:
            steps.removeFirst()
            return .nothing
        case .block:
            steps.removeFirst()
            isBlocking.withLock { $0 = true }
            let outcome = try LinuxVideoDeviceCalls().wait(
                for: -1, orFor: wake, milliseconds: 10_000)
            return outcome == .woken ? .woken : .failed
        case nil: return .failed
        }
    }

    private func failIfScripted(_ call: String) throws(SystemCallFailure) {
        if let number = failures[call] { throw SystemCallFailure(call: call, number: number) }
    }
}

extension ScriptedDevice.Offer {
    /// A format with single sizes and rates.
    init(_ format: CameraRequest.PixelFormat, _ sizes: [FrameSize], _ rates: [Double]) {
        self.init(
            code: PixelFormatCode(format), sizes: sizes.map { FrameSizeRange($0) },
            intervals: rates.map { FrameIntervalRange(FrameInterval(frameRate: $0)) })
    }
}

extension Array {
    fileprivate subscript(at index: UInt32) -> Element? {
        index < count ? self[Int(index)] : nil
    }
}
