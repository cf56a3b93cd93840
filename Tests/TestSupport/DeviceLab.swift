// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The drivers that the kernel below these tests offers, as `Scripts/test-devices` sets it up.
public struct DeviceLab: RawRepresentable, Sendable, Hashable {
    /// The name in `FACECAP_DEVICE_LAB`.
    public let rawValue: String

    /// The drivers with a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Virtual cameras: `/dev/video0` shows test patterns, `/dev/video2` what is written to
    /// `/dev/video3`; and a sound card whose ends are joined.
    public static let vivid = DeviceLab(rawValue: "vivid")
    /// A camera with a microphone on a USB port, `/run/usbcam.pid` being its plug.
    public static let usbCamera = DeviceLab(rawValue: "usbcam")
    /// A camera that shows what a program writes to it.
    public static let loopback = DeviceLab(rawValue: "loopback")

    /// Whether the tests run where the drivers are.
    public var isHere: Bool {
        ProcessInfo.processInfo.environment["FACECAP_DEVICE_LAB"] == rawValue
    }

    /// Why tests are skipped elsewhere.
    public var absence: String { "needs the \(rawValue) drivers of make test-devices" }
}
