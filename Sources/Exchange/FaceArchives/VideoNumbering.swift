// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceAnalysis
package import FaceTracking
package import FaceValues

/// Tells who is who in the parts of one video, one part after the other: what one run over all of the video says.
package struct VideoNumbering {
    /// What is told.
    package enum Element: Sendable {
        /// A frame.
        case observation(FaceObservation)
        /// Something the user should know.
        case warning(FacecapError)
    }

    private var numbering: FaceNumbering

    /// A numbering that has seen nothing yet.
    package init(tracking: FaceTracker.Configuration) {
        numbering = FaceNumbering(tracking: tracking)
    }

    /// Forgets who was there: what comes next lies behind frames of which nothing is known.
    package mutating func passGap() { numbering.reset() }

    /// Numbers the faces of a segment.
    ///
    /// - Throws: `mediaDamaged` where the part is not the segment's, `systemFailed`.
    package mutating func number(
        _ part: ArchivePartReader, of segment: ArchiveSegment, _ body: (Element) -> Void
    ) throws(FacecapError) {
        var part = part
        var number = segment.a
        while let record = try part.next() {
            switch record {
            case .video: continue
            case .warning(let error): body(.warning(error))
            case .looked(let frame, let look):
                let header = Self.header(number, frame)
                body(.observation(numbering.number(look, of: header)))
                number += 1
            case .passed(let frame, let outcome):
                let header = Self.header(number, frame)
                body(.observation(numbering.pass(header, outcome: outcome)))
                number += 1
            }
        }
        guard number - segment.a == part.frameCount, number == segment.b ?? number else {
            throw FacecapError(
                .mediaDamaged,
                "The part of \(segment.name) has other frames than the plan: run facecap detect for it again."
            )
        }
    }

    private static func header(
        _ number: Int, _ frame: ArchiveRecord.Frame
    ) -> CapturedFrame.Header {
        CapturedFrame.Header(
            id: FrameID(number), presentationTime: frame.time, captureNanoseconds: 0,
            orientation: frame.orientation, duration: frame.duration)
    }
}
