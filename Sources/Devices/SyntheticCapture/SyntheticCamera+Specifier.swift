// SPDX-License-Identifier: Apache-2.0
public import FaceValues

extension SyntheticCamera.Configuration {
    private static let keys =
        "faces, size, fps, seed, people, motion, noise, blur, light, pace, frames"

    /// Reads the text form of the command line: `key=value` pairs separated by commas, such as
    /// `faces=2,size=1280x720,fps=30,seed=7,motion=cross,pace=fast,frames=90`.
    ///
    /// What is left out keeps its default, so the empty text is the default camera. `pace` is
    /// `realtime` or `fast`. Throws `.invalidArgument` for an unknown or repeated key and for a value
    /// that is out of its range, naming both the key and what is allowed.
    public init(specifier: String) throws(FacecapError) {
        self.init()
        var seen: [Substring] = []
        let pairs =
            specifier.isEmpty
            ? [] : specifier.split(separator: ",", omittingEmptySubsequences: false)
        for pair in pairs {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else {
                throw FacecapError(
                    .invalidArgument,
                    "The synthetic camera's option \"\(pair)\" is not of the form key=value; "
                        + "keys: \(Self.keys).")
            }
            guard !seen.contains(parts[0]) else {
                throw FacecapError(
                    .invalidArgument,
                    "The synthetic camera's \(parts[0]) is given twice; give it once.")
            }
            seen.append(parts[0])
            try set(String(parts[0]), String(parts[1]))
        }
        try validate()
    }

    private mutating func set(_ key: String, _ value: String) throws(FacecapError) {
        switch key {
        case "faces":
            faces = try Self.parse(key, value, "0 to \(HeadIdentity.all.count)") { Int($0) }
        case "size":
            let sides = value.split(separator: "x", omittingEmptySubsequences: false)
            (width, height) = try Self.parse(
                key, value, "even sides of 64 to 4096, as in 1280x720"
            ) { _ in
                guard sides.count == 2, let width = Int(sides[0]), let height = Int(sides[1])
                else { return nil }
                return (width, height)
            }
        case "fps":
            framesPerSecond = try Self.parse(key, value, "1 to 120") { Double($0) }
        case "seed":
            seed = try Self.parse(key, value, "0 or a greater whole number") { UInt64($0) }
        case "motion":
            let names = SyntheticCamera.Motion.allCases.map(\.rawValue).joined(separator: ", ")
            motion = try Self.parse(key, value, names) { SyntheticCamera.Motion(rawValue: $0) }
        case "people":
            let names = SyntheticCamera.People.allCases.map(\.rawValue).joined(separator: ", ")
            people = try Self.parse(key, value, names) { SyntheticCamera.People(rawValue: $0) }
        case "noise":
            noise = try Self.parse(key, value, "0 to 60") { Double($0) }
        case "blur":
            blur = try Self.parse(key, value, "0 to 32") { Int($0) }
        case "light":
            light = try Self.parse(key, value, "-8 to 2") { Double($0) }
        case "pace":
            isRealTime = try Self.parse(key, value, "realtime, fast") {
                ["realtime": true, "fast": false][$0]
            }
        case "frames":
            frameCount = try Self.parse(key, value, "1 or more") { Int($0) }
        default:
            throw FacecapError(
                .invalidArgument,
                "The synthetic camera has no option \"\(key)\"; options: \(Self.keys).")
        }
    }

    private static func parse<Value>(
        _ key: String, _ text: String, _ allowed: String, _ convert: (String) -> Value?
    ) throws(FacecapError) -> Value {
        guard let value = convert(text) else { throw invalid(key, text, allowed) }
        return value
    }
}
