// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What `facecap devices` says of one device.
struct DeviceRecord: Encodable {
    /// A format with its sizes.
    struct Format: Encodable, Hashable {
        /// One size, or all between two.
        struct Size: Encodable, Hashable {
            let width: Int
            let height: Int
            /// Where sizes are a range: its other end, and the steps.
            let maxWidth: Int?
            let maxHeight: Int?
            let stepWidth: Int?
            let stepHeight: Int?
            /// Pairs of the lowest and the highest rate.
            let frameRates: [[Double]]
        }

        let pixelFormat: String
        let sizes: [Size]
    }

    /// What happened; `nil` in a list.
    let event: String?
    let type: String
    let path: String
    let name: String
    var driver: String?
    var bus: String?
    var usbPort: String?
    var serial: String?
    var position: String?
    var busy: Bool?
    /// Why it cannot be used, with the remedy.
    let reason: String?
    var formats: [Format]?
    var controls: [ControlRecord]?
    var sampleRates: [Int]?
    var channels: [Int]?
    var sampleFormats: [String]?

    /// A device; what it offers is left out where something happened to it.
    init(_ device: DiscoveredDevice, event: String? = nil) {
        self.event = event
        path = device.path
        name = device.localizedName
        reason = device.unavailability?.message
        switch device {
        case .camera(let camera):
            type = "camera"
            describe(camera, offers: event == nil && camera.unavailability == nil)
        case .microphone(let microphone):
            type = "microphone"
            usbPort = microphone.usbPort
            serial = microphone.serialNumber
            sampleRates = microphone.sampleRates.map { [$0.lowerBound, $0.upperBound] }
            channels = microphone.channelCounts.map { [$0.lowerBound, $0.upperBound] }
            sampleFormats = microphone.sampleFormats
        }
    }

    private mutating func describe(_ camera: CameraDescription, offers: Bool) {
        driver = camera.driver
        bus = camera.bus
        usbPort = camera.usbPort
        serial = camera.serial
        position = camera.position?.rawValue
        busy = camera.isBusy
        guard offers else { return }
        // A camera that goes away meanwhile offers nothing.
        formats = (try? CameraCatalogue.formats(at: camera.path))?.map(Format.init)
        controls = (try? V4L2CameraControls(path: camera.path).state())?.controls
            .map(ControlRecord.init)
    }
}

extension DeviceRecord.Format {
    init(_ format: CameraDescription.Format) {
        pixelFormat = format.pixelFormat
        sizes = format.sizes.map(Size.init)
    }
}

extension DeviceRecord.Format.Size {
    init(_ sizes: CameraDescription.Format.Sizes) {
        width = Int(sizes.smallest.width)
        height = Int(sizes.smallest.height)
        maxWidth = sizes.step.map { _ in Int(sizes.largest.width) }
        maxHeight = sizes.step.map { _ in Int(sizes.largest.height) }
        stepWidth = sizes.step.map { Int($0.width) }
        stepHeight = sizes.step.map { Int($0.height) }
        frameRates = sizes.frameRates.map { rates in
            [rates.lowerBound, rates.upperBound].map { ($0 * 1000).rounded() / 1000 }
        }
    }
}
