// SPDX-License-Identifier: Apache-2.0
internal import FaceStream

extension FaceStreamEncoder {
    /// An encoder of what does not differ from run to run, in the displayed image.
    static func withoutClock(includesLandmarks: Bool, includesMesh: Bool = false)
        -> FaceStreamEncoder
    {
        var options = Options()
        options.includesClock = false
        options.includesLandmarks = includesLandmarks
        options.includesMesh = includesMesh
        let clock = StreamClock(monotonicNanoseconds: 0, utcNanoseconds: 0)
        return FaceStreamEncoder(space: .displayed, clock: clock, options: options)
    }
}
