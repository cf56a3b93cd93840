// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Testing

@testable import FaceRedaction

/// Settings that make no sense are refused, and where nobody asked cover rather too much.
@Suite struct RedactionSettingsTests {
    private static let extents: [Double] = [-1, -.infinity, .nan, .infinity, 1e300, 1000.001]
    private static let methods: [RedactionSettings.Method] = [.blur, .pixelate, .cropOut]

    private var extentPaths: [WritableKeyPath<RedactionSettings, Double>] { [\.margin, \.growth] }

    private var timePaths: [WritableKeyPath<RedactionSettings, MediaTime>] {
        [\.hold, \.lossCover, \.maximumBlindness, \.lookahead]
    }

    private func code(_ settings: RedactionSettings) -> FacecapError.Code? {
        do throws(FacecapError) {
            try settings.validate()
            return nil
        } catch {
            return error.code
        }
    }

    @Test func whatWouldLeaveFacesUncoveredIsRefused() {
        for method in Self.methods {
            let settings = RedactionSettings(method: method)
            #expect(code(settings) == nil)
            for path in extentPaths {
                for extent in Self.extents {
                    var wrong = settings
                    wrong[keyPath: path] = extent
                    #expect(code(wrong) == .invalidArgument, "\(extent)")
                }
                for extent in [0.0, 0.1, 1000] {
                    var right = settings
                    right[keyPath: path] = extent
                    #expect(code(right) == nil, "\(extent)")
                }
            }
            for path in timePaths {
                for value in [Int64.min, -1] {
                    var wrong = settings
                    wrong[keyPath: path] = MediaTime(value: value, timescale: 1)
                    #expect(code(wrong) == .invalidArgument, "\(value)")
                }
                for value in [0, 1, Int64.max] {
                    var right = settings
                    right[keyPath: path] = MediaTime(value: value, timescale: 1)
                    #expect(code(right) == nil, "\(value)")
                }
            }
        }
    }

    /// A plan that was made of settings nobody checked.
    private func isCovered(_ box: Rect, _ edit: (inout RedactionSettings) -> Void) -> Bool {
        var settings = RedactionSettings(method: .blur)
        edit(&settings)
        var video = Video(settings)
        video.append(0..<30) { _ in [Video.face(x: 0.45)] }
        return (0..<30).allSatisfy { video.covers(box, in: $0) }
    }

    @Test(arguments: [.nan, .infinity, 1e300])
    func aMarginWithoutBoundsCoversEverything(margin: Double) {
        let everything = Rect(x: 0.001, y: 0.001, width: 0.998, height: 0.998)
        #expect(isCovered(everything) { $0.margin = margin })
        #expect(isCovered(everything) { ($0.method, $0.margin) = (.cropOut, margin) })
    }

    @Test func anythingAtAllCoversTheFaceItself() {
        let face = Rect(x: 0.46, y: 0.46, width: 0.08, height: 0.08)
        for path in extentPaths {
            for extent in Self.extents {
                #expect(isCovered(face) { $0[keyPath: path] = extent }, "\(extent)")
            }
        }
        for path in timePaths {
            for value in [Int64.min, -1, 0, .max] {
                let time = MediaTime(value: value, timescale: 1)
                #expect(isCovered(face) { $0[keyPath: path] = time }, "\(value)")
            }
        }
    }
}
