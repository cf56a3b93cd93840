// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Says which microphones there are and whether they may be used.
struct MicrophoneCheckup {
    /// Every microphone of the machine.
    var microphones = MicrophoneCatalogue.microphones()

    var checks: [DoctorCheck] {
        guard !microphones.isEmpty else {
            return [
                DoctorCheck(
                    status: .warning, thing: "microphone", detail: "none is there",
                    remedy: "plug one in, or record without --audio")
            ]
        }
        return microphones.map { microphone in
            DoctorCheck(
                status: microphone.unavailability == nil ? .ok : .problem,
                thing: "microphone \(microphone.name)", detail: microphone.localizedName,
                remedy: microphone.unavailability?.message)
        }
    }
}
