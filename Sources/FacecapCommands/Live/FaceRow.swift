import Facecap

/// One face as a row of the table that people read.
enum FaceRow {
    static let heading =
        "    time    id        x        y    width   height    roll     yaw   pitch   conf  state"

    static func text(_ face: FaceObject, time: MediaTime, decimals: Int) -> String {
        let bounds = face.bounds
        let cells = [
            cell(time.seconds, decimals: 2, width: 8),
            padded("\(face.faceID)", width: 6),
            cell(bounds.x, decimals: decimals, width: 9),
            cell(bounds.y, decimals: decimals, width: 9),
            cell(bounds.width, decimals: decimals, width: 9),
            cell(bounds.height, decimals: decimals, width: 9),
            cell(face.rollAngle, decimals: 1, width: 8),
            cell(face.yawAngle, decimals: 1, width: 8),
            cell(face.pitchAngle, decimals: 1, width: 8),
            cell(face.confidence, decimals: 2, width: 7),
        ]
        return cells.joined() + "  " + face.state.rawValue
    }

    /// A number with a fixed count of decimals, or a dash where it is unknown.
    private static func cell(_ value: Double?, decimals: Int, width: Int) -> String {
        guard let value, value.isFinite, abs(value) < 1e9 else { return padded("-", width: width) }
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        let ticks = Int((value * scale).rounded())
        let digits = String(abs(ticks))
        let whole = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        let sign = ticks < 0 ? "-" : ""
        let number =
            decimals == 0 ? whole : whole.dropLast(decimals) + "." + whole.suffix(decimals)
        return padded(sign + number, width: width)
    }

    private static func padded(_ text: String, width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
