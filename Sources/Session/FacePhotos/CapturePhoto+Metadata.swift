// SPDX-License-Identifier: Apache-2.0
extension CapturePhoto {
    /// What a photo says of itself.
    public struct Metadata: Sendable, Hashable {
        /// The program that made it, with its version.
        public var software: String?
        /// What took it.
        public var cameraName: String?
        /// When it was taken, in nanoseconds since 1970 in UTC; `nil` where nobody knows, as of a video.
        public var captureUTCNanoseconds: Int64?
        /// What it has in common with the movie around it, a UUID; `nil` without one.
        public var contentIdentifier: String?
        /// How it was exposed; `nil` where nobody knows.
        public var exposure: Exposure?
        /// How many times larger than in the camera's frame things are, at least 1; 1 without a zoom.
        public var videoZoomFactor = 1.0
        /// Its faces.
        public var regions: [FaceRegion]

        /// What a photo says of itself.
        public init(
            software: String? = nil, cameraName: String? = nil, captureUTCNanoseconds: Int64? = nil,
            contentIdentifier: String? = nil, regions: [FaceRegion] = []
        ) {
            self.software = software
            self.cameraName = cameraName
            self.captureUTCNanoseconds = captureUTCNanoseconds
            self.contentIdentifier = contentIdentifier
            self.regions = regions
        }
    }
}
