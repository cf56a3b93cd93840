// SPDX-License-Identifier: Apache-2.0
import Facecap

/// The controls of a camera as `facecap controls` shows them to people.
struct ControlPage {
    private let state: CaptureControl.State

    init(_ state: CaptureControl.State) { self.state = state }

    /// A table with a line feed behind each line.
    var text: String {
        let head = ("CONTROL", "VALUE", "DEFAULT", "POSSIBLE")
        let rows = [head] + state.controls.map(row)
        let widths = (
            rows.map(\.0.count).max() ?? 0, rows.map(\.1.count).max() ?? 0,
            rows.map(\.2.count).max() ?? 0
        )
        return rows.map { row in
            [
                row.0.padded(to: widths.0), row.1.padded(to: widths.1), row.2.padded(to: widths.2),
                row.3,
            ].joined(separator: "  ") + "\n"
        }.joined()
    }

    private func row(_ control: CaptureControl) -> (String, String, String, String) {
        var possible = control.domainText
        if control.isReadOnly {
            possible += "; can only be read"
        } else if !control.isActive {
            possible += "; ruled by a mode now"
        }
        return (
            control.name.rawValue, control.value?.description ?? "-",
            control.defaultValue?.description ?? "-", possible
        )
    }
}
