// SPDX-License-Identifier: Apache-2.0
public import FaceValues

/// What is captured of a screen, and how often.
public struct ScreenRequest: Sendable, Hashable {
    /// A part of a screen, in pixels from its top left corner.
    public struct Region: Sendable, Hashable {
        /// Pixels left of it, at least 0.
        public var x: Int
        /// Pixels above it, at least 0.
        public var y: Int
        /// Its extent, at least 1 each.
        public var width, height: Int

        /// A part of a screen.
        public init(x: Int, y: Int, width: Int, height: Int) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }

        /// Whether it is part of a screen of a size.
        func isInside(width screenWidth: Int, height screenHeight: Int) -> Bool {
            x >= 0 && y >= 0 && width >= 1 && height >= 1
                && width <= screenWidth - x && height <= screenHeight - y
        }
    }

    /// The X server, such as `:1`; `nil` for that of `DISPLAY`.
    public var display: String?
    /// The part that is captured; `nil` for all of it.
    public var region: Region?
    /// Frames a second, 1 to 60.
    public var framesPerSecond: Double

    /// All of a screen, 15 times a second.
    public init(
        display: String? = nil, region: Region? = nil, framesPerSecond: Double = 15
    ) {
        self.display = display
        self.region = region
        self.framesPerSecond = framesPerSecond
    }

    /// From one frame to the next.
    var intervalNanoseconds: Double {
        // Of 1 and a NaN, `max` is 1.
        1e9 / min(max(1, framesPerSecond), 60)
    }
}

extension ScreenRequest {
    /// Reads the text form of the command line: a display, then settings, all of them optional and with
    /// commas between them: `:1,crop=100,50,640x480,fps=15`.
    ///
    /// Throws `.invalidArgument` and says what is allowed.
    public init(specifier: String) throws(FacecapError) {
        self.init()
        var settings: [(key: Substring, values: [Substring])] = []
        let parts = specifier.split(separator: ",", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() where !specifier.isEmpty {
            if let equals = part.firstIndex(of: "=") {
                settings.append((part[..<equals], [part[part.index(after: equals)...]]))
            } else if index == 0 {
                display = String(part)
            } else if !settings.isEmpty {
                settings[settings.count - 1].values.append(part)
            } else {
                throw Self.invalid(String(part))
            }
        }
        for (key, values) in settings {
            guard settings.count(where: { $0.key == key }) == 1 else {
                throw FacecapError(
                    .invalidArgument, "The screen's \(key) is given twice; give it once.")
            }
            switch key {
            case "crop": region = try Self.region(values)
            case "fps":
                guard values.count == 1, let rate = Double(values[0]), (1...60).contains(rate)
                else { throw Self.invalid("fps=" + values.joined(separator: ",")) }
                framesPerSecond = rate
            default: throw Self.invalid(String(key))
            }
        }
    }

    private static func region(_ values: [Substring]) throws(FacecapError) -> Region {
        let limits = 0...65_535
        let numbers = values.flatMap { $0.split(separator: "x", omittingEmptySubsequences: false) }
            .map { Int($0) ?? -1 }
        guard values.count == 3, numbers.count == 4, numbers.allSatisfy(limits.contains),
            numbers[2] > 0, numbers[3] > 0, values[2].contains("x")
        else { throw invalid("crop=" + values.joined(separator: ",")) }
        return Region(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    private static func invalid(_ text: String) -> FacecapError {
        FacecapError(
            .invalidArgument,
            "The screen does not understand \"\(text)\"; give a display such as :1, "
                + "crop=X,Y,WIDTHxHEIGHT in pixels, fps=1 to 60.")
    }
}
