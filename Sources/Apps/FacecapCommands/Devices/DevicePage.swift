// SPDX-License-Identifier: Apache-2.0
import Facecap

/// A device as `facecap devices` shows it to people.
struct DevicePage {
    private let record: DeviceRecord

    init(_ record: DeviceRecord) { self.record = record }

    /// Some lines, with a line feed behind each.
    var text: String {
        let head = "\(record.type) \(record.path) - \(record.name)"
        let rows = (place + offers).map { ($0, Messages.printable($1)) }
        return Messages.printable(head) + "\n" + TextLayout.table(rows, column: 12) + "\n"
    }

    private var place: [(String, String)] {
        var rows: [(String, String)] = []
        if let driver = record.driver { rows.append(("driver", driver)) }
        let parts = [
            record.usbPort.map { "USB port \($0)" } ?? record.bus,
            record.serial.map { "serial number \($0)" },
            record.position.map { $0 == "external" ? "on a cable" : "looks to the \($0)" },
        ]
        let place = parts.compactMap { $0 }.joined(separator: ", ")
        if !place.isEmpty { rows.append(("place", place)) }
        rows.append(("state", record.reason ?? (record.busy == true ? "in use" : "free")))
        return rows
    }

    private var offers: [(String, String)] {
        var rows: [(String, String)] = []
        // Formats with the same sizes and rates share their lines.
        var groups: [(sizes: [DeviceRecord.Format.Size], names: [String])] = []
        for format in record.formats ?? [] {
            if let index = groups.firstIndex(where: { $0.sizes == format.sizes }) {
                groups[index].names.append(format.pixelFormat)
            } else {
                groups.append((format.sizes, [format.pixelFormat]))
            }
        }
        for (index, group) in groups.enumerated() {
            let sizes = group.sizes.map(Self.text).joined(separator: "; ")
            rows.append(
                (index == 0 ? "formats" : "", group.names.joined(separator: ", ") + ": " + sizes))
        }
        if let controls = record.controls, !controls.isEmpty {
            rows.append(("controls", controls.map(\.name).joined(separator: ", ")))
        }
        if let rates = record.sampleRates { rows.append(("rates", Self.range(rates) + " Hz")) }
        if let channels = record.channels { rows.append(("channels", Self.range(channels))) }
        if let formats = record.sampleFormats, !formats.isEmpty {
            rows.append(("samples", formats.joined(separator: ", ")))
        }
        return rows
    }

    /// `640x480 at 15, 30` or `32x32 to 1920x1080 at 1 to 60`.
    private static func text(_ size: DeviceRecord.Format.Size) -> String {
        let first = "\(size.width)x\(size.height)"
        let last = size.maxWidth.flatMap { width in
            size.maxHeight.map { " to \(width)x\($0)" }
        }
        let rates = size.frameRates.map { pair in
            range(pair.map { CaptureControl.Value.number(($0 * 100).rounded() / 100) })
        }
        return first + (last ?? "") + (rates.isEmpty ? "" : " at " + rates.joined(separator: ", "))
    }

    /// `2`, or `1 to 2`, of a pair.
    private static func range<Value: Equatable>(_ pair: [Value]) -> String {
        guard let first = pair.first, let last = pair.last else { return "" }
        return first == last ? "\(first)" : "\(first) to \(last)"
    }
}
