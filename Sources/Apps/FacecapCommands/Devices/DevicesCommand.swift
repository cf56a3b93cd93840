// SPDX-License-Identifier: Apache-2.0
import Facecap

/// `facecap devices`
enum DevicesCommand {
    /// What the command understands.
    struct Options: OptionGroup {
        @Option(.flag("json", "Write one JSON record a line.")) var writesJSON: Bool
        @Option(
            .flag(
                "watch", "Then tell of devices that come, go and change, until Ctrl-C."))
        var watches: Bool
    }

    static let command = Command(
        name: "devices", abstract: "list cameras and microphones, and watch them come and go",
        discussion: [
            "Says of every camera where it is plugged in, whether it may be used and is free, and"
                + " which formats, sizes, rates and controls it has; of every microphone its rates"
                + " and channels. Looking at a camera does not disturb who captures from it."
        ],
        options: Options.self,
        examples: [
            Command.Example(line: "facecap devices", meaning: "Lists what is plugged in."),
            Command.Example(
                line: "facecap devices --watch --json",
                meaning: "Writes a record for every device, and for everything that happens."),
        ]
    ) { options, context throws(FacecapError) in
        if options.watches {
            try await DeviceWatch(context: context, isJSON: options.writesJSON).run()
            return .success
        }
        let records = DiscoveredDevice.all().map { DeviceRecord($0) }
        if records.isEmpty && !options.writesJSON {
            context.messages.remark(
                "No camera and no microphone is there: plug one in, or use a file or "
                    + "--source synthetic.")
        }
        for record in records {
            try context.output.write(
                options.writesJSON ? JSONLine.text(record) : DevicePage(record).text)
        }
        return .success
    }
}
