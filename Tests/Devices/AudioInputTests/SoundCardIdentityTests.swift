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

    /// Some makers give one serial number to all of a product.
    @Test func ofTwoCardsWithOneSerialNumberEachIsFoundAtItsOwnPort() {
        func card(_ port: String) -> SoundCardIdentity {
            SoundCardIdentity(
                cardID: "Mic", usbPort: port, usbProduct: "1:2", serialNumber: "0001")
        }
        let cards = [(number: Int32(1), identity: card("1-1")), (2, card("1-2"))]
        #expect(card("1-1").number(among: cards) == 1)
        #expect(card("1-2").number(among: cards) == 2)
        // At a new port it may be either.
        #expect(card("1-9").number(among: cards) == nil)
        #expect(card("1-9").number(among: [cards[1]]) == 2)
        #expect(card("1-1").number(among: []) == nil)
        // While one is away, the other one that was beside it is not taken for it.
        let others = card("1-1").ports(ofOthersAmong: cards)
        #expect(others == ["1-2"])
        #expect(card("1-1").number(among: [cards[1]], besides: others) == nil)
        #expect(
            card("1-1").number(among: [cards[1], (3, card("1-3"))], besides: others) == 3)
    }

    @Test func aDeviceOfAnotherProductIsAnotherCardWhateverItsSerialNumber() {
        let one = SoundCardIdentity(
            cardID: "A", usbPort: "1-1", usbProduct: "1:2", serialNumber: "0001")
        let other = SoundCardIdentity(
            cardID: "B", usbPort: "1-1", usbProduct: "1:3", serialNumber: "0001")
        #expect(!one.isSameCard(as: other))
    }
}
