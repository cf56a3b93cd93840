// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Which machine-readable codes are looked for.
struct CodeOptions: OptionGroup {
    @Option(
        .option(
            "codes", .symbologies,
            "Also read machine-readable codes of these kinds, five times per second. JSON"
                + " records and movies contain their text and corners as events."))
    var symbologies: [MetadataMachineReadableCodeObject.Symbology]?
}

extension ValueReader<[MetadataMachineReadableCodeObject.Symbology]> {
    /// Names of symbologies with commas between them, or `all`.
    static var symbologies: ValueReader {
        typealias Symbology = MetadataMachineReadableCodeObject.Symbology
        let words = Symbology.allCases.map(\.rawValue)
        return ValueReader(
            "KIND,...", allowed: "all, or some of " + words.joined(separator: ", "),
            completion: .words(words + ["all"])
        ) { text in
            if text == "all" { return Symbology.allCases }
            let named = text.split(separator: ",", omittingEmptySubsequences: false)
                .map { Symbology(rawValue: String($0)) }
            return named.contains(nil) ? nil : named.compactMap(\.self)
        } write: { symbologies in
            symbologies.map(\.rawValue).joined(separator: ",")
        }
    }
}
