// SPDX-License-Identifier: Apache-2.0
import Facecap

/// `facecap devices`
enum DevicesCommand {
    /// What the command understands.
    struct Options: OptionGroup {
        @Option(.flag("json", "Write one JSON record per line.")) var writesJSON: Bool
        @Option(
            .flag(
                "watch", "Then report devices that appear, disappear and change, until Ctrl-C."))
        var watches: Bool
        @Option(
            .options(
                "set-position", .cameraPosition,
                "Store which way a camera faces, such as /dev/video0=front. From then on,"
                    + " --source front finds it, at any port if it has a serial number. none"
                    + " removes the setting."))
        var positions: [CameraPosition]
    }

    /// A camera, and which way it looks.
    struct CameraPosition: Sendable, Hashable {
        /// Its node.
        let path: String
        /// `nil` to forget it.
        let position: CameraDescription.Position?
    }

    static let command = Command(
        name: "devices", abstract: "list cameras and microphones, and report changes",
        discussion: [
            "Lists for every camera where it is plugged in, whether you have permission to use"
                + " it, whether it is free, and its formats, sizes, rates and controls; for"
                + " every microphone, its rates and channels. Listing a camera does not disturb"
                + " programs that capture from it."
        ],
        options: Options.self,
        examples: [
            Command.Example(line: "facecap devices", meaning: "Lists the connected devices."),
            Command.Example(
                line: "facecap devices --set-position /dev/video0=front",
                meaning: "Makes --source front select this camera."),
            Command.Example(
                line: "facecap devices --watch --json",
                meaning: "Writes a record for every device, and for every change."),
        ]
    ) { options, context throws(FacecapError) in
        for choice in options.positions {
            guard let camera = CameraCatalogue.camera(at: choice.path) else {
                throw FacecapError(
                    .sourceNotFound,
                    "\(choice.path) is no camera of this machine; facecap devices lists them.")
            }
            try camera.setPosition(choice.position)
        }
        guard options.positions.isEmpty || options.watches || options.writesJSON else {
            return .success
        }
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

extension ValueReader<DevicesCommand.CameraPosition> {
    /// The node of a camera and the way it looks, such as `/dev/video0=front`.
    static var cameraPosition: ValueReader {
        let words = CameraDescription.Position.allCases.map(\.rawValue) + ["none"]
        return ValueReader(
            "NODE=\(words.joined(separator: "|"))",
            allowed: "a camera and the way it looks, such as /dev/video0=front"
        ) { text in
            guard let equals = text.lastIndex(of: "="), equals > text.startIndex else { return nil }
            let word = String(text[text.index(after: equals)...])
            guard words.contains(word) else { return nil }
            return DevicesCommand.CameraPosition(
                path: String(text[..<equals]),
                position: CameraDescription.Position(rawValue: word))
        }
    }
}
