// SPDX-License-Identifier: Apache-2.0
import CFFmpeg
import FaceValues
import MediaCodecs
import Testing

@Suite struct DecoderTests {
    @Test func aStreamThatItsDecoderRefusesIsNotTakenForOneWithoutADecoder() {
        let error = #expect(throws: FacecapError.self) {
            try Decoder(AV_CODEC_ID_PCM_S16LE, threads: 1, name: "noise.wav") { context in
                context.pointee.sample_rate = 48_000
                context.pointee.ch_layout.nb_channels = 100_000
                return 0
            }
        }
        #expect(error?.code == .mediaUnreadable)
        #expect(
            error?.message.contains("noise.wav has a pcm_s16le stream that its decoder refuses")
                == true)
    }
}
