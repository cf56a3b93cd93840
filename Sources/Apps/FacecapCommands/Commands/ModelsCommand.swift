// SPDX-License-Identifier: Apache-2.0
import Facecap

/// `facecap models list | verify | fetch`
enum ModelsCommand {
    static let names: Parameter<[String]> = .operands(
        "names",
        .text(
            "NAME", allowed: "the name of a model", completion: .models(findingFaces: false)),
        "The name of a model, as facecap models list shows it.")

    static let command = Command(
        name: "models", abstract: "list, verify and fetch the models of the detectors",
        discussion: [
            "Models are searched for in --model-dir, $FACECAP_MODELS, models/ beside the package"
                + " and in the working directory, ~/.local/share/facecap/models and the system's"
                + " share/facecap/models. A model is used only if its SHA-256 is the known one."
        ],
        subcommands: [
            ModelsListCommand.command, ModelsVerifyCommand.command, ModelsFetchCommand.command,
        ])
}
