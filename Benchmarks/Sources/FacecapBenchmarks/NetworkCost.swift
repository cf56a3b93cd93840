import CMultiplyAdd
import Facecap

/// What one pass of the default network costs on one thread: own kernels beside OpenCV, and how near they
/// come to what the processor can multiply.
///
/// A pass includes the copy of the image into the network's input and the boxes made of what comes out. Times are
/// the minimum of many passes, taken in turn, since other programs run meanwhile.
enum NetworkCost {
    private static let sizes = [(64, 64), (96, 96), (192, 96), (320, 192), (640, 384), (640, 640)]
    /// Multiplications for each pixel of the input of the larger network.
    private static let multiplicationsPerPixel = 1325.0
    private static let passCount = 60

    static func report() throws {
        var table = Table("network", "kernel", "ms", "of opencv", "of the peak")
        let kernels = NetworkKernel.available.filter { $0.name != "scalar" }
        let peaks = kernels.map { multiply_add_peak($0.name) }
        for (width, height) in sizes {
            let times = try measure(kernels, width, height)
            for (index, kernel) in kernels.enumerated() {
                let speed = multiplicationsPerPixel * Double(width * height) / times[index] / 1e6
                table.add(
                    "\(width)x\(height)", kernel.name, times[index].text(3),
                    (times[index] / (times.last ?? .nan)).text(2),
                    peaks[index] > 0 ? (speed / peaks[index]).text(2) : "-")
            }
        }
        table.print()
    }

    private static func measure(
        _ kernels: [NetworkKernel], _ width: Int, _ height: Int
    ) throws -> [Double] {
        let detectors = try kernels.map { kernel in
            try YuNetDetector(
                model: try DetectorSelection().modelStore().loadModel(named: nil).bytes,
                options: .init(inputSize: max(width, height), threads: 1, kernel: kernel))
        }
        let pool = PixelBufferPool(format: .bgr24, width: width, height: height)
        let picture = pool.makePixelBuffer { planes in
            let (bytes, bytesPerRow) = planes[0]
            for row in 0..<height {
                for column in 0..<(3 * width) {
                    bytes.storeBytes(
                        of: UInt8(truncatingIfNeeded: row &* 37 &+ column &* 5),
                        toByteOffset: row * bytesPerRow + column, as: UInt8.self)
                }
            }
        }
        var times = Array(repeating: Double.infinity, count: kernels.count)
        for _ in 0..<passCount {
            for (index, detector) in detectors.enumerated() {
                let start = MonotonicClock.nowNanoseconds
                _ = try detector.detectRawFaces(in: picture)
                let time = Double(MonotonicClock.nowNanoseconds - start) / 1e6
                times[index] = min(times[index], time)
            }
        }
        return times
    }
}
