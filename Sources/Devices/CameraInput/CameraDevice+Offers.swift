// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Glibc

extension CameraDevice {
    /// Everything the driver offers; sizes and rates without sense are left out.
    func formats() throws(FacecapError) -> [CameraDescription.Format] {
        let codes = try list(calls.pixelFormat(at:of:))
        var formats: [CameraDescription.Format] = []
        for code in codes {
            let sizes = try list { index, device throws(SystemCallFailure) in
                try calls.frameSizes(at: index, in: code, of: device)
            }
            var offered: [CameraDescription.Format.Sizes] = []
            for range in sizes where range.nearest(to: range.largest) != nil {
                offered.append(try offer(range, in: code))
            }
            // The highest bit tells samples with the high byte first.
            let name = code.description + (code.rawValue >> 31 == 1 ? "-BE" : "")
            formats.append(CameraDescription.Format(pixelFormat: name, sizes: offered))
        }
        return formats
    }

    /// Whether someone else has buffers for frames.
    ///
    /// It gives back the buffers of this descriptor, which has none: to the driver that is no change,
    /// and it is refused while another descriptor has some.
    var isBusy: Bool {
        do {
            _ = try attempt { device throws(SystemCallFailure) in
                try calls.requestBuffers(0, of: device)
            }
            return false
        } catch {
            return error.systemError == EBUSY
        }
    }

    private func offer(_ range: FrameSizeRange, in code: PixelFormatCode) throws(FacecapError)
        -> CameraDescription.Format.Sizes
    {
        let intervals = try list { index, device throws(SystemCallFailure) in
            try calls.frameIntervals(at: index, in: code, size: range.largest, of: device)
        }
        let isSingle = range.smallest == range.largest
        return CameraDescription.Format.Sizes(
            smallest: Size(range.smallest), largest: Size(range.largest),
            step: isSingle ? nil : Size(range.step), frameRates: intervals.compactMap(\.rates))
    }
}

extension FrameIntervalRange {
    /// The rates, the lower first; `nil` for a range without sense.
    fileprivate var rates: ClosedRange<Double>? {
        guard shortest.isPlausible, longest.isPlausible else { return nil }
        let (first, second) = (longest.frameRate, shortest.frameRate)
        return min(first, second)...max(first, second)
    }
}

extension Size {
    fileprivate init(_ size: FrameSize) {
        self.init(width: Double(size.width), height: Double(size.height))
    }
}
