// SPDX-License-Identifier: Apache-2.0
import FaceValues

@testable import VideoDeviceOutput

/// An output device that follows a script; used by one thread at a time.
final class ScriptedOutputDevice: OutputDeviceCalls {
    var way = ImageTransfer.buffers
    /// What the driver makes of a request.
    var answer: (OutputFormat) -> OutputFormat? = { $0 }
    /// What it gives back when it is asked, one after the other, and then nothing.
    var finished: [Int] = []
    /// Whether it takes what is written to it in time.
    var takesInTime = true
    var failures: [String: Int32] = [:]
    /// How large its first buffers are, where they are not of the size of a frame.
    var bufferSizes: [Int] = []

    /// The frames that it was given.
    private(set) var images: [[UInt8]] = []
    private(set) var startCount = 0
    private(set) var mappedCount = 0
    private var imageSize = 0
    private var buffers: [UnsafeMutableRawBufferPointer] = []

    private func check(_ call: String) throws(FacecapError) {
        if let number = failures[call] { throw .outputDevice("/dev/fake", call, number) }
    }

    func transfer() throws(FacecapError) -> ImageTransfer {
        try check("QUERYCAP")
        return way
    }

    func setFormat(
        _ layout: OutputFormat.Layout, width: Int, height: Int
    ) throws(FacecapError) -> OutputFormat? {
        try check("S_FMT")
        var format = OutputFormat(
            layout: layout, width: width, height: height, bytesPerLine: (width + 1) & ~1)
        format.imageSize = format.byteCount
        imageSize = format.byteCount
        return answer(format)
    }

    func requestBuffers(_ count: Int) throws(FacecapError) -> Int {
        try check("REQBUFS")
        return count
    }

    func mapBuffer(_ index: Int) throws(FacecapError) -> UnsafeMutableRawBufferPointer {
        try check("mmap \(index)")
        let byteCount = bufferSizes.indices.contains(index) ? bufferSizes[index] : imageSize + 7
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 16)
        buffers.append(buffer)
        mappedCount += 1
        return buffer
    }

    func unmap(_ buffer: UnsafeMutableRawBufferPointer) {
        mappedCount -= 1
        buffer.deallocate()
    }

    func queue(_ index: Int, byteCount: Int) throws(FacecapError) {
        try check("QBUF")
        images.append(Array(buffers[index].prefix(byteCount)))
    }

    func start() throws(FacecapError) {
        try check("STREAMON")
        startCount += 1
    }

    func stop() {}

    func dequeue(withinMilliseconds timeout: Int32) throws(FacecapError) -> Int? {
        try check("DQBUF")
        return finished.isEmpty ? nil : finished.removeFirst()
    }

    func write(
        _ image: UnsafeRawBufferPointer, withinMilliseconds timeout: Int32
    ) throws(FacecapError) -> Bool {
        try check("write")
        if takesInTime { images.append(Array(image)) }
        return takesInTime
    }
}
