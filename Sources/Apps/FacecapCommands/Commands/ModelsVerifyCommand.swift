// SPDX-License-Identifier: Apache-2.0
import Facecap

/// `facecap models verify`
enum ModelsVerifyCommand {
    struct Options: OptionGroup {
        let models = ModelOptions()
        @Option(ModelsCommand.names) var names: [String]
    }

    static let command = Command(
        name: "verify", abstract: "compare model files with their known SHA-256",
        discussion: [
            "Without names, verifies every model that is found, or the default model if none is"
                + " found."
        ],
        options: Options.self
    ) { options, context throws(FacecapError) in
        let store = try options.models.store()
        let names = options.names
        let found = store.manifest.entries.filter { store.path(of: $0) != nil }
        let all = found.isEmpty ? [store.manifest.defaultEntry] : found
        var result = ExitCode.success
        for name in names.isEmpty ? all.map(\.name) : names {
            do throws(FacecapError) {
                let model = try store.loadModel(named: name)
                try context.output.write("\(name): verified \(Messages.printable(model.path))\n")
            } catch  where error.code != .outputFailed && error.code != .storageFull {
                context.messages.say(error.message)
                if result == .success { result = ExitCode(error.code) }
            }
        }
        return result
    }
}
