// SPDX-License-Identifier: Apache-2.0
import CFaceNetworks
import CMultiplyAdd
import CXNNPACKPass
import Facecap

/// What one pass of the default network costs on one thread: own kernels beside OpenCV and XNNPACK, and how
/// near they come to what the processor can multiply.
///
/// CPU times are the least of many passes, taken in turn, since other programs run meanwhile.
struct NetworkCost {
    private static let sizes = [(64, 64), (96, 96), (192, 96), (320, 192), (640, 384), (640, 640)]
    /// Multiplications for each pixel of the input of the larger network.
    private static let multiplicationsPerPixel = 1325.0
    private static let roundCount = 20
    /// At 320x192: of OpenCV's time, and of what the processor can multiply.
    private static let bounds = ["avx512": (0.35, 0.6), "avx2": (0.5, 0.75)]

    private let model: [UInt8]
    private let kernels = DetectorDescription.Kernel.available.map(\.name).filter { $0 != "scalar" }

    static func report(facecap: String) throws {
        guard let model = try BenchmarkModel.bytes(of: "yunet", facecap: facecap) else {
            throw BenchmarkError("the model of yunet is missing: facecap models fetch")
        }
        try Self(model: model).report()
    }

    private init(model: [UInt8]) { self.model = model }

    private func report() throws {
        var table = Table(
            "network", "on", "detection, ms", "of opencv", "pass alone, ms", "of the peak",
            "bounds", "")
        var hasPeer = false
        for size in Self.sizes { hasPeer = try add(size, to: &table) }
        table.print()
        if !hasPeer { print("xnnpack: skipped: needs libxnnpack-dev and libpthreadpool-dev") }
    }

    /// The least CPU times of a size, in milliseconds; infinite where there is no such pass.
    private struct Times {
        var detections: [Double]
        var passes: [Double]
        var peer = Double.infinity
        /// What each kernel can multiply, in units of 10^9 a second.
        var peaks: [Double]
    }

    /// Measures a size; returns whether XNNPACK was there.
    private func add(_ size: (Int, Int), to table: inout Table) throws -> Bool {
        let name = "\(size.0)x\(size.1)"
        let times = try measure(size.0, size.1)
        for (index, kernel) in kernels.enumerated() {
            let (detection, pass) = (times.detections[index], times.passes[index])
            let ratio = detection / (times.detections.last ?? .nan)
            var row = [name, kernel, detection.text(3), ratio.text(2)]
            if pass.isFinite {
                let share = speed(size, pass) / times.peaks[index]
                row += [pass.text(3), share.isFinite ? share.text(2) : "-"]
                if size == (320, 192), let (most, least) = Self.bounds[kernel] {
                    row.append("<= \(most), >= \(least)")
                    row.append(ratio <= most && share >= least ? "hold" : "MISSED")
                }
            }
            table.add(row)
        }
        guard times.peer.isFinite else { return false }
        table.add(name, "xnnpack", "", "", times.peer.text(3))
        return true
    }

    private func measure(_ width: Int, _ height: Int) throws -> Times {
        let image = Self.image(width, height)
        let detectors = try kernels.map { kernel in
            try DetectorSelection.makeDetector(on: kernel, inputSize: max(width, height))
        }
        let passes = try kernels.map { try NetworkPass(model: model, kernel: $0) }
        let peer = xnnpack_pass_create(Int32(width), Int32(height))
        defer { xnnpack_pass_destroy(peer) }
        let unknown = Array(repeating: Double.infinity, count: kernels.count)
        var times = Times(
            detections: unknown, passes: unknown, peaks: unknown.map { _ in 0 })
        for round in 0..<Self.roundCount {
            for index in kernels.indices {
                if round % 4 == 0 {
                    times.peaks[index] = max(
                        times.peaks[index], multiply_add_peak(kernels[index]))
                }
                try Self.time(&times.detections[index]) {
                    _ = try detectors[index].detectFaces(
                        in: image, orientation: .upright, region: nil, hints: [])
                }
                guard let pass = passes[index] else { continue }
                try Self.time(&times.passes[index]) { try pass.run(width, height) }
            }
            if let peer { Self.time(&times.peer) { _ = xnnpack_pass_run(peer) } }
        }
        return times
    }

    /// In units of 10^9 multiplications a second.
    private func speed(_ size: (Int, Int), _ milliseconds: Double) -> Double {
        Self.multiplicationsPerPixel * Double(size.0 * size.1) / milliseconds / 1e6
    }

    /// Three times: the first finds in the caches what others left there.
    private static func time(_ least: inout Double, _ body: () throws -> Void) rethrows {
        for _ in 0..<3 {
            let start = ThreadClock.milliseconds
            try body()
            least = min(least, ThreadClock.milliseconds - start)
        }
    }

    private static func image(_ width: Int, _ height: Int) -> PixelBuffer {
        PixelBufferPool(format: .bgr24, width: width, height: height).makePixelBuffer { planes in
            let (bytes, bytesPerRow) = planes[0]
            for row in 0..<height {
                for column in 0..<(3 * width) {
                    bytes.storeBytes(
                        of: UInt8(truncatingIfNeeded: row &* 37 &+ column &* 5),
                        toByteOffset: row * bytesPerRow + column, as: UInt8.self)
                }
            }
        }
    }
}
