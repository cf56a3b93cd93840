// SPDX-License-Identifier: Apache-2.0
import FaceTracking
import FaceValues

/// A tracker and the clock of its frames, in a frame of 640 x 480.
struct Scene {
    static let image = Size(width: 640, height: 480)

    var tracker: FaceTracker
    var seconds = 0.0
    let framesPerSecond: Double
    /// Every id found and lost so far.
    var found: [Int] = []
    var lost: [Int] = []
    var renamed: [FaceRename] = []

    init(
        _ configuration: FaceTracker.Configuration = .init(), framesPerSecond: Double = 25
    ) {
        tracker = FaceTracker(configuration: configuration)
        self.framesPerSecond = framesPerSecond
    }

    var time: MediaTime { MediaTime(seconds: seconds, preferredTimescale: 90_000) }

    /// Shows the next frame.
    @discardableResult
    mutating func see(_ faces: DetectedFace...) -> [MetadataFaceObject] { see(faces) }

    @discardableResult
    mutating func see(_ faces: [DetectedFace], isCut: Bool = false) -> [MetadataFaceObject] {
        let result = tracker.update(
            with: faces, at: time, imageSize: Scene.image, isCut: isCut)
        finishFrame()
        return result
    }

    /// Lets the next frame pass without analysis.
    @discardableResult
    mutating func skip() -> [MetadataFaceObject] {
        let result = tracker.advance(to: time)
        finishFrame()
        return result
    }

    /// Shows the same faces for a while.
    @discardableResult
    mutating func see(_ faces: DetectedFace..., forSeconds duration: Double) -> [MetadataFaceObject]
    {
        var result: [MetadataFaceObject] = []
        for _ in 0..<Int((duration * framesPerSecond).rounded()) { result = see(faces) }
        return result
    }

    private mutating func finishFrame() {
        seconds += 1 / framesPerSecond
        for event in tracker.events {
            switch event {
            case .found(let faceID): found.append(faceID)
            case .lost(let faceID): lost.append(faceID)
            case .renamed(let from, let to): renamed.append(FaceRename(from: from, to: to))
            }
        }
    }
}

/// A face around a center, 80 x 100 unless told otherwise.
func face(
    _ x: Double, _ y: Double, scale: Double = 1, confidence: Double = 0.9, roll: Double? = nil
) -> DetectedFace {
    let width = 80 * scale
    let height = 100 * scale
    return DetectedFace(
        bounds: Rect(x: x - width / 2, y: y - height / 2, width: width, height: height),
        confidence: confidence, rollAngle: roll)
}

/// A face whose head and torso have the colors of one of a few people, somewhat otherwise from look to look.
func dressed(_ x: Double, _ y: Double, as person: Int, scale: Double = 1) -> DetectedFace {
    var result = face(x, y, scale: scale)
    func shares(_ color: Int) -> [Float] {
        var shares = [Float](repeating: 0, count: FaceAppearance.regionCount)
        let change = Float(Int(x + y) % 5) / 50
        shares[color] = 0.7 - change
        shares[color + 1] = 0.3 + change
        shares[FaceAppearance.chromaCount + color % 7] = 0.6 + change
        shares[FaceAppearance.chromaCount + color % 7 + 1] = 0.4 - change
        return shares
    }
    result.appearance = FaceAppearance(
        head: shares(40 + 3 * person), torso: shares(10 + 20 * person))
    return result
}
