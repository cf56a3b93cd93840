// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Glibc
import TestSupport
import Testing

@testable import AudioInput

/// The microphone on devices of ALSA in user space, in real time.
struct ALSAMicrophoneTests {
    init() { UserSpaceAudio.prepare() }

    @Test func aFileOfALSAIsReadAtTheSpeedOfSound() throws {
        let start = ContinuousClock.now
        let microphone = try Microphone(name: "tone")
        #expect(microphone.audioFormat?.sampleRate == 48_000)
        #expect(microphone.audioFormat?.channelCount == 2)
        let audio = try CapturedAudio(of: microphone, frameCount: 48_000)
        #expect(ContinuousClock.now - start > .milliseconds(800))
        #expect(audio.seamCount == 0)
        // A hundredth of a second holds several waves; where the machine was late for audio, fewer or a step.
        let peaks = stride(from: 0, to: audio.samples.count - 480, by: 480).map { start in
            audio.samples[start..<start + 480].reduce(0) { max($0, abs($1)) }
        }.sorted()
        #expect(abs(peaks[peaks.count / 2] - 0.5) < 0.02)
    }

    @Test func aMissingDeviceSaysSo() {
        #expect { try Microphone(name: "missing") } throws: {
            ($0 as? FacecapError)?.code == .sourceNotFound
        }
    }

    @Test(
        .enabled(if: UserSpaceAudio.hasLab, "needs FACECAP_SHARED"),
        arguments: [
            ("labbusy", FacecapError.Code.deviceBusy), ("labdenied", .permissionDenied),
        ])
    func whyADeviceCannotBeOpenedIsSaid(name: String, code: FacecapError.Code) {
        #expect { try Microphone(name: name) } throws: { ($0 as? FacecapError)?.code == code }
    }

    @Test(.enabled(if: UserSpaceAudio.hasLab, "needs FACECAP_SHARED"))
    func aReaderThatIsLateLosesAudioThatIsCounted() throws {
        // More than the device keeps.
        let audio = try CapturedAudio(
            of: Microphone(name: "lab"), frameCount: 24_000, pausingFor: 2.5)
        #expect(audio.seamCount == 0)
        #expect(audio.lostCount > 24_000)
        #expect(audio.happenings.isEmpty)
        #expect(abs(audio.lag) < 0.5)
    }

    @Test(.enabled(if: UserSpaceAudio.hasLab, "needs FACECAP_SHARED"))
    func audioThatADeviceLosesIsCountedAndSilent() throws {
        let audio = try CapturedAudio(of: Microphone(name: "labxrun"), frameCount: 72_000)
        #expect(audio.lostCount > 0)
        #expect(audio.seamCount == 0)
        #expect(audio.happenings.isEmpty)
    }

    @Test(.enabled(if: UserSpaceAudio.hasLab, "needs FACECAP_SHARED"))
    func aDeviceThatGoesAwayIsSilentAndIsOpenedAgain() throws {
        let audio = try CapturedAudio(of: Microphone(name: "labgone"), frameCount: 96_000)
        #expect(audio.happenings.first == "interrupted: the microphone went away")
        #expect(audio.happenings.dropFirst().first == "interruption ended")
        #expect(audio.lostCount > 4800)
        #expect(audio.seamCount == 0)
    }

    @Test(.enabled(if: UserSpaceAudio.hasLab, "needs FACECAP_SHARED"))
    func anUnsupportedRateSaysWhatToDo() {
        #expect {
            try Microphone(name: "lab", request: MicrophoneRequest(sampleRate: 44_100))
        } throws: { ($0 as? FacecapError)?.code == .formatUnsupported }
    }
}
