// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import AudioInput

struct SoundCardIdentityTests {
    private let webcam = SoundCardIdentity(cardID: "Webcam", usbPort: "1-2", serialNumber: "A1")

    @Test func aCardKeepsItsIdentityAtAnotherPortByItsSerialNumber() {
        let moved = SoundCardIdentity(cardID: "Webcam_1", usbPort: "1-4", serialNumber: "A1")
        #expect(webcam.isSameCard(as: moved))
    }

    @Test func anotherCardAtTheSamePortIsNotTheSame() {
        let other = SoundCardIdentity(cardID: "Webcam", usbPort: "1-2", serialNumber: "B2")
        #expect(!webcam.isSameCard(as: other))
    }

    @Test func aCardWithoutSerialNumberIsKnownByItsPort() {
        let old = SoundCardIdentity(cardID: "Webcam", usbPort: "1-2")
        #expect(old.isSameCard(as: SoundCardIdentity(cardID: "Webcam_1", usbPort: "1-2")))
        #expect(!old.isSameCard(as: SoundCardIdentity(cardID: "Webcam", usbPort: "1-3")))
    }

    @Test func aCardThatIsNotOnUSBIsKnownByItsName() {
        let old = SoundCardIdentity(cardID: "Loopback")
        #expect(old.isSameCard(as: SoundCardIdentity(cardID: "Loopback")))
        #expect(!old.isSameCard(as: SoundCardIdentity(cardID: "PCH")))
    }

    @Test func aCardThatIsGoneHasNoIdentity() {
        #expect(SoundCardIdentity(folder: "/sys/class/sound/card4711") == nil)
    }
}
