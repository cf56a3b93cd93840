// SPDX-License-Identifier: Apache-2.0
import FaceValues

/// Where a preview is shown; made, used and let go on the preview's thread alone.
protocol PreviewDisplay: AnyObject {
    /// The least time between two drawings.
    var drawIntervalNanoseconds: Int64 { get }
    /// The extent in pixels; `nil` until it is known, which may take the first frame.
    var size: Size? { get }
    /// What has been heard since the last call.
    func inputs() -> [PreviewInput]
    /// Shows a scene, which remembers where its labels stood.
    func draw(_ scene: inout PreviewScene)
    /// Gives the screen back.
    func close()
}
