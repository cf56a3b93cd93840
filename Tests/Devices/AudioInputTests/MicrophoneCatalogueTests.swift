// SPDX-License-Identifier: Apache-2.0
import FaceValues
import TestSupport
import Testing

@testable import AudioInput

struct MicrophoneCatalogueTests {
    init() { UserSpaceAudio.prepare() }

    @Test func aDeviceOfTheConfigurationIsListedWithWhatItCanDo() throws {
        let tone = try #require(
            MicrophoneCatalogue.microphones().first { $0.name == "tone" })
        #expect(tone.localizedName == "A tone")
        #expect(tone.sampleRates?.contains(48_000) == true)
        #expect(tone.channelCounts?.contains(2) == true)
        #expect(tone.sampleFormats.contains("S16_LE"))
        #expect(tone.unavailability == nil)
        #expect(tone.cardID == nil)
    }

    @Test func cardsAndTheirMicrophonesAreThoseOfTheKernel() throws {
        let folder = try TemporaryFolder()
        for name in [
            "card10", "card2", "controlC2", "pcmC10D1c", "pcmC2D0c", "pcmC2D0p", "pcmC2D3c",
            "pcmC2D4p", "seq", "timer",
        ] {
            try folder.write([], to: name)
        }
        #expect(MicrophoneCatalogue.cardNumbers(in: folder.path) == [2, 10])
        #expect(MicrophoneCatalogue.captureDevices(ofCard: 2, in: folder.path) == [0, 3])
        #expect(MicrophoneCatalogue.captureDevices(ofCard: 1, in: folder.path).isEmpty)
    }

    @Test(
        arguments: [(nil, true), (.deviceBusy, true), (.sourceNotFound, false)]
            as [(FacecapError.Code?, Bool)])
    func whatHasANameIsThereAlsoWhileItIsInUse(code: FacecapError.Code?, isThere: Bool) {
        let microphone = MicrophoneDescription(
            name: "default", localizedName: "Default",
            unavailability: code.map { FacecapError($0, "No.") })
        #expect(MicrophoneCatalogue.isThere(microphone) == isThere)
    }

    @Test func silenceIsNoMicrophone() {
        #expect(!MicrophoneCatalogue.microphones().contains { $0.name == "null" })
    }
}
