// SPDX-License-Identifier: Apache-2.0
import FaceValues

/// What part of its sensor a camera makes frames of, where its driver can choose and scales that part to the size of
/// the frames.
struct CameraCrop {
    private enum Ability {
        /// Nobody asked yet.
        case unknown
        /// Of all that frames showed when the camera was opened.
        case cropping(DeviceRegion)
        case none
    }

    private var ability = Ability.unknown
    /// What frames show that are taken from a time on, the newest last.
    private var answers: [(nanoseconds: Int64, zoom: VideoZoom)] = []
    /// What a driver that shows a part refused to show instead, as somebody else holds it for a moment.
    private var refused: VideoZoom?

    /// Has the driver show a part from now on; does nothing where it cannot.
    mutating func show(
        _ zoom: VideoZoom, on device: borrowing CameraDevice, frameSize: FrameSize
    ) {
        if case .unknown = ability { ability = Self.ability(of: device) }
        guard case .cropping(let whole) = ability else { return }
        refused = nil
        let answer = device.crop(to: zoom.isNone ? whole : whole.part(zoom.visible))
        if let answer, answer.isPlausible {
            note(
                answer == whole
                    ? .none : VideoZoom(factor: zoom.factor, visible: answer.share(of: whole)),
                at: device.calls.nowNanoseconds)
            if device.keepsSize(frameSize) { return }
        }
        // It cannot scale what it cuts, or not while it streams.
        if answer != nil || showsPart {
            guard device.crop(to: whole) != nil else { return refused = zoom }
        }
        ability = .none
        note(.none, at: device.calls.nowNanoseconds)
    }

    /// Asks again for what the driver refused last.
    mutating func showRefused(on device: borrowing CameraDevice, frameSize: FrameSize) {
        if let refused { show(refused, on: device, frameSize: frameSize) }
    }

    /// What a frame shows that was taken at a time.
    mutating func zoom(atNanoseconds time: Int64) -> VideoZoom {
        while answers.count > 1, answers[1].nanoseconds <= time { answers.removeFirst() }
        guard let first = answers.first, first.nanoseconds <= time else { return .none }
        return first.zoom
    }

    /// Gives the driver back what was there, unless it has it.
    mutating func restore(on device: borrowing CameraDevice) {
        guard showsPart, case .cropping(let whole) = ability, device.crop(to: whole) != nil
        else { return }
        note(.none, at: device.calls.nowNanoseconds)
    }

    /// Whether the driver showed a part when it answered last.
    private var showsPart: Bool { answers.last.map { !$0.zoom.isNone } ?? false }

    private mutating func note(_ zoom: VideoZoom, at nanoseconds: Int64) {
        if answers.isEmpty { answers.append((.min, .none)) }
        answers.append((nanoseconds, zoom))
    }

    private static func ability(of device: borrowing CameraDevice) -> Ability {
        guard let whole = device.crop, whole.isPlausible else { return .none }
        return .cropping(whole)
    }
}

extension CameraDevice {
    /// The part of the sensor that frames are made of; `nil` where the driver has no say.
    fileprivate var crop: DeviceRegion? {
        try? attempt { device throws(SystemCallFailure) in try calls.selection(.crop, of: device) }
    }

    /// Asks for a part of the sensor; what the driver made of it, `nil` where it refuses.
    fileprivate func crop(to region: DeviceRegion) -> DeviceRegion? {
        try? attempt { device throws(SystemCallFailure) in
            try calls.setSelection(.crop, to: region, of: device)
        }
    }

    /// Whether frames still are of a size.
    fileprivate func keepsSize(_ size: FrameSize) -> Bool {
        (try? attempt(calls.format(of:)))?.size == size
    }
}

extension DeviceRegion {
    /// A part of it, which is normalized to 0...1, in whole pixels.
    fileprivate func part(_ share: Rect) -> DeviceRegion {
        func pixel(_ share: Double, of side: UInt32) -> UInt32 {
            UInt32((min(max(share, 0), 1) * Double(side)).rounded())
        }
        let (x, y) = (pixel(share.x, of: width), pixel(share.y, of: height))
        return DeviceRegion(
            left: left + Int32(x), top: top + Int32(y),
            width: max(1, pixel(share.maxX, of: width) - x),
            height: max(1, pixel(share.maxY, of: height) - y))
    }

    /// Where it lies in another one, normalized to that.
    fileprivate func share(of whole: DeviceRegion) -> Rect {
        let (width, height) = (Double(whole.width), Double(whole.height))
        return Rect(
            x: Double(left - whole.left) / width, y: Double(top - whole.top) / height,
            width: Double(self.width) / width, height: Double(self.height) / height)
    }
}
