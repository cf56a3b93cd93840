// SPDX-License-Identifier: Apache-2.0
import Facecap
import Glibc

/// `facecap doctor`
enum DoctorCommand {
    struct Options: OptionGroup {
        @Option(.flag("json", "Write one JSON record per line.")) var writesJSON: Bool
        let models = ModelOptions()
    }

    static let command = Command(
        name: "doctor", abstract: "check cameras, codecs and models, and suggest remedies",
        discussion: [
            "Checks cameras and microphones, screen, virtual camera, disk, codecs, encoders,"
                + " models, the network if a model is missing, and the time to process a frame."
                + " Every line begins with ok, warning or problem. The exit code is 1 if there"
                + " is a problem. No check waits longer than 15 s."
        ],
        options: Options.self,
        usesNetwork: true
    ) { options, context throws(FacecapError) in
        let store = try options.models.store()
        let usesColor = Terminal.showsColors(context.output.descriptor)
        var hasProblem = false
        for checkup in checkups(store, modelFolder: options.models.folder) {
            for check in try checkup.checks() {
                hasProblem = hasProblem || check.status == .problem
                try context.output.write(
                    options.writesJSON
                        ? JSONLine.text(check) : check.text(usesColor: usesColor) + "\n")
            }
        }
        return hasProblem ? .failure : .success
    }

    private static func checkups(_ store: ModelStore, modelFolder: String?) -> [BoundedCheckup] {
        [
            BoundedCheckup(thing: "cameras") { CameraCheckup().checks },
            BoundedCheckup(thing: "microphones") { MicrophoneCheckup().checks },
            BoundedCheckup(thing: "screen") { ScreenCheckup().checks },
            BoundedCheckup(thing: "virtual camera") { LoopbackCheckup().checks },
            BoundedCheckup(thing: "disk") { DiskCheckup().checks },
            BoundedCheckup(thing: "codecs") { CodecCheckup().checks },
            BoundedCheckup(thing: "sandbox") { SandboxCheckup().checks },
            BoundedCheckup(thing: "encoders") { EncoderCheckup().checks },
            BoundedCheckup(thing: "detectors") { DetectorCheckup(store: store).checks },
            BoundedCheckup(thing: "network") { NetworkCheckup(store: store).checks },
            BoundedCheckup(thing: "speed") {
                SpeedCheckup(detector: DetectorSelection(modelFolder: modelFolder)).checks
            },
        ]
    }
}
