// SPDX-License-Identifier: Apache-2.0
public import FaceValues

/// A microphone, or another source of audio, as it shows itself before it is used.
public struct MicrophoneDescription: Sendable, Hashable {
    /// ALSA's name of it, such as `hw:0,0` or `default`.
    public let name: String
    /// The name people know it by: the card's, and the device's where it has another one.
    public let localizedName: String
    /// The short name of the card, such as `Webcam`, which stays when its number changes; `nil` for
    /// what is no card.
    public let cardID: String?
    /// The USB port, such as `1-2.3`; `nil` for what is not on USB.
    public let usbPort: String?
    /// The serial number of a USB device, where it has one.
    public let serialNumber: String?
    /// Sample frames a second that the device can make; `nil` when the device cannot be opened.
    public let sampleRates: ClosedRange<Int>?
    /// Channels that the device can have; `nil` when the device cannot be opened.
    public let channelCounts: ClosedRange<Int>?
    /// ALSA's names of the sample formats that the device has of those facecap reads: `S16_LE`,
    /// `S32_LE`, `FLOAT_LE`.
    public let sampleFormats: [String]
    /// Why the device cannot be opened, with the remedy; `nil` when it can.
    public let unavailability: FacecapError?

    /// A microphone as it shows itself.
    public init(
        name: String, localizedName: String, cardID: String? = nil, usbPort: String? = nil,
        serialNumber: String? = nil, sampleRates: ClosedRange<Int>? = nil,
        channelCounts: ClosedRange<Int>? = nil, sampleFormats: [String] = [],
        unavailability: FacecapError? = nil
    ) {
        self.name = name
        self.localizedName = localizedName
        self.cardID = cardID
        self.usbPort = usbPort
        self.serialNumber = serialNumber
        self.sampleRates = sampleRates
        self.channelCounts = channelCounts
        self.sampleFormats = sampleFormats
        self.unavailability = unavailability
    }
}
