// SPDX-License-Identifier: Apache-2.0
/// What is known of the faces of one frame; there is one for **every** frame that entered the
/// session, also when it holds no face or was not analyzed.
public struct FaceObservation: Sendable, Hashable {
    /// The frame that was analyzed, not the frame being shown when the result arrived.
    public package(set) var frame: FrameID
    /// The frame's own time stamp.
    public package(set) var presentationTime: MediaTime
    /// `CLOCK_MONOTONIC` when the frame was captured, in nanoseconds.
    public let captureNanoseconds: Int64
    /// How the stored frame must be turned to stand upright.
    public package(set) var orientation: VideoOrientation
    /// How the frame ended.
    public let outcome: FrameLedger.Outcome
    /// How an analyzed frame was looked at; `nil` of any other, and where a recording does not say.
    public let scan: Scan?
    /// Whether the frame shows another scene than the analyzed one before it: all faces of before ended
    /// here.
    public let isCut: Bool
    /// Faces by ascending ``MetadataFaceObject/faceID``, in the **stored** frame, normalized to 0...1 with
    /// the origin top left. Of a frame that was not analyzed they are `predicted` or `held`, and an
    /// empty list does not mean that there was no face.
    public var faces: [MetadataFaceObject]
    /// The faces that are here for the first time, ascending.
    public let foundFaceIDs: [Int]
    /// The faces that were given up at this frame, ascending; they do not come back.
    public let lostFaceIDs: [Int]
    /// The faces that are followed out of sight, ascending: neither in ``faces`` nor lost.
    package var hiddenFaceIDs: [Int] = []
    /// The faces that turned out to be people who had another id before, which both stay as they are.
    public var renamedFaceIDs: [FaceRename] = []
    /// What a look for machine-readable codes showed; `nil` where there was none, or nothing to tell since the last.
    public var codes: Codes?
    /// Whether the frame shows more faces than ``faces`` has.
    package var leavesOutFaces = false
    /// The most faces of a frame, unless another limit is chosen.
    package static let usualMaximumFaceCount = 1000
    /// Where and how the frame was not searched, as `org.facecap.frame.limits` of a face track says it; `nil` where
    /// nothing kept faces from being found.
    package var searchLimits: String?
    /// Columns and rows of the stored frame; `nil` where nobody has seen it, and of a recording.
    package var frameSize: Size?
    /// How long the frame is shown, where its stream or recording says so.
    package var duration: MediaTime?
    /// When it is no longer shown, where that is known.
    package var end: MediaTime? { duration.map(presentationTime.advanced(by:)) }
    /// What the frame shows of what its camera sees.
    package var zoom = VideoZoom.none
    /// How much the frame was magnified by crop, at least 1; not known of a recording.
    public var videoZoomFactor: Double { zoom.factor }

    /// What is known of the faces of one frame.
    public init(
        frame: FrameID, presentationTime: MediaTime, captureNanoseconds: Int64,
        orientation: VideoOrientation = .upright, outcome: FrameLedger.Outcome, scan: Scan? = nil,
        isCut: Bool = false, faces: [MetadataFaceObject] = [], foundFaceIDs: [Int] = [],
        lostFaceIDs: [Int] = []
    ) {
        self.frame = frame
        self.presentationTime = presentationTime
        self.captureNanoseconds = captureNanoseconds
        self.orientation = orientation
        self.outcome = outcome
        self.scan = scan
        self.isCut = isCut
        self.faces = faces
        self.foundFaceIDs = foundFaceIDs
        self.lostFaceIDs = lostFaceIDs
    }
}
