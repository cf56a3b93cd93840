// SPDX-License-Identifier: Apache-2.0
public import FaceValues

extension SyntheticCamera {
    /// What the synthetic camera shows, and how it behaves.
    public struct Configuration: Sendable, Hashable {
        /// Heads, 0...8.
        public var faces: Int
        /// Pixels a row, 64...4096, even.
        public var width: Int
        /// Rows, 64...4096, even.
        public var height: Int
        /// 1...120; 29.97 and its like mean 30000/1001, any other fraction is rounded to a
        /// thousandth.
        public var framesPerSecond: Double
        /// What chooses the heads and the details of their motion: equal seeds, equal images.
        public var seed: UInt64
        /// Who is drawn.
        public var people = People.known
        /// The standard deviation of the noise of the image, in levels, 0...60.
        public var noise = 0.0
        /// How many pixels to either side a pixel of the image is the mean of, 0...32.
        public var blur = 0
        /// How much more light there is than the image is drawn for, in steps of exposure, -8...2.
        public var light = 0.0
        /// How the heads move.
        public var motion: Motion
        /// Whether frames come at their time and are lost when the reader is late, as with a camera;
        /// otherwise they come as fast as they are read.
        public var isRealTime: Bool
        /// Frames until the end of the stream, at least 1; `nil` when it never ends.
        public var frameCount: Int?

        /// What the synthetic camera shows, and how it behaves; see ``validate()``.
        public init(
            faces: Int = 2, width: Int = 1280, height: Int = 720, framesPerSecond: Double = 30,
            seed: UInt64 = 7, motion: Motion = .mixed, isRealTime: Bool = true,
            frameCount: Int? = nil
        ) {
            self.faces = faces
            self.width = width
            self.height = height
            self.framesPerSecond = framesPerSecond
            self.seed = seed
            self.motion = motion
            self.isRealTime = isRealTime
            self.frameCount = frameCount
        }

        /// Throws `.invalidArgument`, naming the first value out of its range.
        public func validate() throws(FacecapError) {
            guard 0...HeadIdentity.all.count ~= faces else {
                throw Self.invalid("faces", "\(faces)", "0 to \(HeadIdentity.all.count)")
            }
            for side in [width, height] {
                guard 64...4096 ~= side, side.isMultiple(of: 2) else {
                    throw Self.invalid(
                        "size", "\(width)x\(height)", "even sides of 64 to 4096, as in 1280x720")
                }
            }
            guard Self.frameRates ~= framesPerSecond else {
                throw Self.invalid("fps", "\(framesPerSecond)", "1 to 120")
            }
            guard 0...60 ~= noise else { throw Self.invalid("noise", "\(noise)", "0 to 60") }
            guard 0...32 ~= blur else { throw Self.invalid("blur", "\(blur)", "0 to 32") }
            guard -8...2 ~= light else { throw Self.invalid("light", "\(light)", "-8 to 2") }
            if let frameCount, frameCount < 1 {
                throw Self.invalid("frames", "\(frameCount)", "1 or more")
            }
        }

        static let frameRates = 1.0...120

        static func invalid(_ key: String, _ value: String, _ allowed: String) -> FacecapError {
            FacecapError(
                .invalidArgument,
                "The synthetic camera's \(key) cannot be \"\(value)\"; allowed: \(allowed).")
        }

        var frameRate: FrameRate { FrameRate(framesPerSecond: framesPerSecond) }
    }
}
