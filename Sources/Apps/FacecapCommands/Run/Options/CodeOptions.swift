// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Which machine-readable codes are looked for.
struct CodeOptions: OptionGroup {
    @Option(
        .option(
            "codes",
            .list(
                "KIND,...", special: ("all", MetadataMachineReadableCodeObject.Symbology.allCases)),
            "Also read machine-readable codes of these kinds, five times per second. JSON"
                + " records and movies contain their text and corners as events."))
    var symbologies: [MetadataMachineReadableCodeObject.Symbology]?
}
