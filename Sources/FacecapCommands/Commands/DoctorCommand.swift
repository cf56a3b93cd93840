import Facecap

/// `facecap doctor`
enum DoctorCommand {
    private static let json = Parameter.flag("json", "Write one JSON record a line.")

    static let command = Command(
        name: "doctor", abstract: "check cameras, codecs and models, and say what helps",
        discussion: [
            "Every line begins with ok, warning or problem. The exit code is 1 when there is a"
                + " problem."
        ],
        parameters: [json.declaration, ModelsCommand.folder.declaration]
    ) { invocation, context throws(FacecapError) in
        let checks =
            CameraCheckup().checks + CodecCheckup().checks + EncoderCheckup().checks
            + DetectorCheckup(store: try ModelsCommand.store(invocation)).checks
        for check in checks {
            try context.output.write(
                invocation[json] ? JSONLine.text(check) : Messages.printable(check.text) + "\n")
        }
        return checks.contains { $0.status == .problem } ? .failure : .success
    }
}
