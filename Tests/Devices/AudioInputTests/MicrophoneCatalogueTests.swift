// SPDX-License-Identifier: Apache-2.0
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

    @Test func silenceIsNoMicrophone() {
        #expect(!MicrophoneCatalogue.microphones().contains { $0.name == "null" })
    }
}
