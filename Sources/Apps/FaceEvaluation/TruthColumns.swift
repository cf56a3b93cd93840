// SPDX-License-Identifier: Apache-2.0
import FaceValues

/// Where the columns of a truth table are, from its first line.
struct TruthColumns {
    let names: [String]
    let frame: Int?
    let file: Int?
    let identity: Int?
    let bounds: (x: Int, y: Int, width: Int, height: Int)
    let roll: Int?
    let yaw: Int?
    let pitch: Int?
    let visible: Int?
    let occluded: Int?

    init(header: Substring, place: String) throws(FacecapError) {
        let text = header.first == "\u{FEFF}" ? header.dropFirst() : header
        let names = CommaSeparatedLine(text).values
        func index(_ name: String) -> Int? { names.firstIndex(of: name) }
        guard let x = index("x"), let y = index("y"), let width = index("w"),
            let height = index("h"), index("frame") != nil || index("file") != nil
        else {
            throw FacecapError(
                .mediaUnreadable,
                "\(place): a truth table needs the columns frame or file, and x, y, w, h.")
        }
        self.names = names
        frame = index("frame")
        file = frame == nil ? index("file") : nil
        identity = index("id") ?? index("face")
        bounds = (x, y, width, height)
        roll = index("roll")
        yaw = index("yaw")
        pitch = index("pitch")
        visible = index("inframe")
        occluded = index("occluded")
    }
}

extension Substring {
    /// Without spaces and tabs at both ends.
    var trimmingBlanks: Substring {
        var result = self
        while result.first?.isWhitespace == true { result.removeFirst() }
        while result.last?.isWhitespace == true { result.removeLast() }
        return result
    }
}
