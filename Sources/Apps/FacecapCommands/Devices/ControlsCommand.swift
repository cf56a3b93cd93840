// SPDX-License-Identifier: Apache-2.0
import Facecap

/// `facecap controls`
enum ControlsCommand {
    /// What the command understands.
    struct Options: OptionGroup {
        @Option(
            .option(
                "source", short: "s",
                .text(
                    "DEVICE", allowed: "auto or a camera such as /dev/video0",
                    completion: .wordsAndFiles(["auto"])),
                default: "auto", "The camera: auto for the first one, or its device node."))
        var source: String
        @Option(
            .options(
                "set",
                .text("NAME=VALUE", allowed: "a control and its value, such as brightness=120"),
                "Change a control. Several changes are checked and applied together. Setting a"
                    + " value that an automatic mode controls, such as lens-position, switches"
                    + " that mode off. Points are measured from the top left corner of the"
                    + " frame, from 0 to 1."))
        var settings: [String]
        @Option(
            .flag(
                "reset", "Reset every control to its default value."))
        var resets: Bool
        @Option(.flag("json", "Write one JSON record per line.")) var writesJSON: Bool

        static var rules: [OptionRule] {
            [.of(["set"], exclude: ["reset"], "resets every control: reset first, then set")]
        }
    }

    static let command = Command(
        name: "controls", abstract: "show and change focus, exposure, colors and more of a camera",
        discussion: [
            "Changes last until the camera is unplugged or another program changes them. They"
                + " also apply while a program captures from the camera."
        ],
        options: Options.self,
        examples: [
            Command.Example(
                line: "facecap controls", meaning: "Shows the first camera's controls."),
            Command.Example(
                line: "facecap controls --set exposure-duration=0.01 --set power-line-frequency=50",
                meaning: "Exposes for a hundredth of a second, and prevents flicker from lamps."),
        ]
    ) { options, context throws(FacecapError) in
        let settings = options.settings
        let (resets, writesJSON) = (options.resets, options.writesJSON)
        let requests = try requests(settings)
        let device = try device(options.source)
        guard let controls = device.controls else {
            throw FacecapError(
                .sourceNotFound,
                "\(device.localizedName) has no controls: name a camera such as /dev/video0.")
        }
        let state: CaptureControl.State
        if resets {
            state = try controls.reset()
        } else if requests.isEmpty {
            state = try controls.state()
        } else {
            state = try controls.withConfigurationLock { state, changes throws(FacecapError) in
                for (name, text) in requests {
                    changes.values[name] = try state[name]?.value(of: text) ?? .choice(text)
                }
            }
        }
        if state.controls.isEmpty {
            context.messages.remark("\(device.localizedName) has no controls that can be changed.")
        } else if writesJSON {
            for control in state.controls {
                try context.output.write(JSONLine.text(ControlRecord(control)))
            }
        } else {
            try context.output.write(ControlPage(state).text)
        }
        return .success
    }

    /// The camera of a name, where it has to be one of this machine.
    private static func device(_ source: String) throws(FacecapError) -> CaptureDevice {
        let specifier = try SourceSpecifier(source)
        guard specifier == .automatic else { return try specifier.device() }
        guard let camera = try CaptureDevice.default(for: .video) else {
            throw FacecapError(
                .sourceNotFound, "There is no camera: plug one in; facecap devices lists them.")
        }
        return camera
    }

    /// The controls to change with what was written for them; the last one of a name counts.
    private static func requests(_ settings: [String]) throws(FacecapError)
        -> [(CaptureControl.Name, String)]
    {
        var requests: [(CaptureControl.Name, String)] = []
        for setting in settings {
            let parts = setting.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let word = String(parts.first ?? "")
            guard parts.count == 2, let text = parts.last else {
                throw FacecapError(
                    .invalidArgument,
                    "--set \"\(setting)\" has no value: write NAME=VALUE, such as brightness=120.")
            }
            guard let name = CaptureControl.Name(rawValue: word) else {
                let known = CaptureControl.Name.allCases.map(\.rawValue)
                throw FacecapError(
                    .invalidArgument,
                    "There is no control \"\(word)\"" + Suggestion.text(for: word, among: known)
                        + "; facecap controls lists those of a camera.")
            }
            requests.append((name, String(text)))
        }
        return requests
    }
}
