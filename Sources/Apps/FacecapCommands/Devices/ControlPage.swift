// SPDX-License-Identifier: Apache-2.0
import Facecap

/// The controls of a camera as `facecap controls` shows them to people.
struct ControlPage {
    private let state: CaptureControl.State

    init(_ state: CaptureControl.State) { self.state = state }

    /// A table with a line feed behind each line.
    var text: String {
        let rows = [["CONTROL", "VALUE", "DEFAULT", "POSSIBLE"]] + state.controls.map(row)
        // No blanks follow the last column.
        let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 } + [0]
        return rows.map { row in
            zip(row, widths).map { $0.padded(to: $1) }.joined(separator: "  ") + "\n"
        }.joined()
    }

    private func row(_ control: CaptureControl) -> [String] {
        var possible = control.domainText
        if control.isReadOnly {
            possible += "; can only be read"
        } else if !control.isActive {
            possible += "; ruled by a mode now"
        }
        return [
            control.name.rawValue, control.value?.description ?? "-",
            control.defaultValue?.description ?? "-", possible,
        ]
    }
}
