// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Which machine-readable codes are looked for.
struct CodeOptions: OptionGroup {
    @Option(
        .option(
            "codes",
            .list(
                "KIND,...", special: ("all", MetadataMachineReadableCodeObject.Symbology.allCases)),
            "Also read machine-readable codes, five times per second: all, or some of "
                + MetadataMachineReadableCodeObject.Symbology.allCases.map(\.rawValue).joined(
                    separator: ", ")
                + ". JSON records and movies contain their text and corners as events."))
    var symbologies: [MetadataMachineReadableCodeObject.Symbology]?
}
