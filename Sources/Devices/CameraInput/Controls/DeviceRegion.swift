// SPDX-License-Identifier: Apache-2.0
import FaceValues

/// A rectangle on the sensor, in pixels.
struct DeviceRegion: Hashable {
    /// Which one of a driver it is.
    enum Which {
        /// The one in use.
        case current
        /// The one that drivers begin with.
        case initial
        /// The greatest one, which is the sensor.
        case greatest
    }

    var left: Int32
    var top: Int32
    var width: UInt32
    var height: UInt32

    /// Whether it can be that of a sensor.
    var isPlausible: Bool {
        (1...65_536).contains(width) && (1...65_536).contains(height)
            && (-65_536...65_536).contains(left) && (-65_536...65_536).contains(top)
    }

    /// Where its middle lies in `sensor`, normalized to 0...1.
    func center(in sensor: DeviceRegion) -> Point {
        let x = (Double(left) - Double(sensor.left) + Double(width) / 2) / Double(sensor.width)
        let y = (Double(top) - Double(sensor.top) + Double(height) / 2) / Double(sensor.height)
        return Point(x: min(max(x, 0), 1), y: min(max(y, 0), 1))
    }

    /// A quarter of the width and height of a plausible sensor, which is this rectangle, as near
    /// around a normalized point as it fits.
    func surroundings(of point: Point) -> DeviceRegion {
        let width = max(1, self.width / 4)
        let height = max(1, self.height / 4)
        let x = point.x * Double(self.width) - Double(width) / 2
        let y = point.y * Double(self.height) - Double(height) / 2
        return DeviceRegion(
            left: left + Int32(min(max(x, 0), Double(self.width - width))),
            top: top + Int32(min(max(y, 0), Double(self.height - height))),
            width: width, height: height)
    }
}
