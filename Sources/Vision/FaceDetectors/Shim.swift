// SPDX-License-Identifier: Apache-2.0
internal import COpenCV
internal import CaptureSamples
internal import FaceValues
internal import OpenCVCalls

extension Shim {
    /// Has the threads started that a detector of `count` threads works on.
    static func startThreads(_ count: Int32) throws(FacecapError) {
        _ = try call(
            .systemFailed,
            "The system has no room for \(count.counted("thread")), ask for fewer"
        ) { message, capacity in
            facecap_detectors_set_threads(count, message, capacity) == 0 ? () : nil
        }
    }

    /// Works on so many threads from now on, or on as many of them as there are: that changes no
    /// result.
    static func useThreads(_ count: Int32) { try? startThreads(count) }

    /// Calls with an image, a view of it and room for what is found there, and again where there is more than
    /// that: the call returns how much was found, or less than 0.
    static func find<Found>(
        _ what: String, in image: PixelBuffer, _ view: DetectorView, room: inout [Found],
        empty: Found,
        _ call: (
            UnsafePointer<FacecapImage>, UnsafePointer<FacecapView>, UnsafeMutablePointer<Found>,
            Int32, UnsafeMutablePointer<CChar>, Int32
        ) -> Int32
    ) throws(FacecapError) -> ArraySlice<Found> {
        while true {
            let count = try self.call(.detectorFailed, what) { message, capacity in
                withImage(image) { image in
                    withUnsafePointer(to: view.view) { view in
                        let count = call(
                            image, view, &room, Int32(room.count), message, capacity)
                        return count < 0 ? nil : Int(count)
                    }
                }
            }
            if count <= room.count { return room.prefix(count) }
            room = Array(repeating: empty, count: count)
        }
    }
}
