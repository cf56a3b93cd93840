// SPDX-License-Identifier: Apache-2.0
internal import CExiv2
internal import FaceValues
internal import Glibc

extension MetadataBlocks {
    /// Sets what Exif 2.32 asks of a photo that stands upright as it is stored.
    func setExif(
        of metadata: CapturePhoto.Metadata, width: Int, height: Int, fileType: PhotoFile.FileType
    ) throws(FacecapError) {
        var fields = [
            ("Image.Orientation", "1"), ("Image.XResolution", "72/1"),
            ("Image.YResolution", "72/1"), ("Image.ResolutionUnit", "2"),
            // Four digits as bytes: 0232 and 0100.
            ("Photo.ExifVersion", "48 50 51 50"), ("Photo.FlashpixVersion", "48 49 48 48"),
            ("Photo.ColorSpace", "1"), ("Photo.PixelXDimension", "\(width)"),
            ("Photo.PixelYDimension", "\(height)"), ("Image.YCbCrPositioning", "1"),
        ]
        if fileType == .jpeg { fields.append(("Photo.ComponentsConfiguration", "1 2 3 0")) }
        fields += Self.texts(of: metadata).map { ($0, Self.printable($1)) }
        if let exposure = metadata.exposure { fields += Self.fields(of: exposure) }
        if metadata.videoZoomFactor > 1,
            let ratio = Self.rational(metadata.videoZoomFactor, per: 1000)
        {
            fields.append(("Photo.DigitalZoomRatio", ratio))
        }
        let distances = metadata.regions.compactMap(\.distance)
        if let nearest = distances.min().flatMap({ Self.rational($0, per: 1000) }) {
            fields.append(("Photo.SubjectDistance", nearest))
        }
        if let time = metadata.captureUTCNanoseconds { fields += Self.times(time) }
        if let identifier = metadata.contentIdentifier {
            let note = AppleMakerNote.bytes(contentIdentifier: identifier)
            fields.append(("Photo.MakerNote", note.map { "\($0)" }.joined(separator: " ")))
        }
        for (field, value) in fields { try setExif("Exif." + field, value) }
    }

    private static let regions = "Xmp.mwg-rs.Regions"

    private static func path(ofRegion number: Int) -> String {
        regions + "/mwg-rs:RegionList[\(number)]"
    }

    private static let pathOfSize = regions + "/mwg-rs:AppliedToDimensions"

    /// The size of the image that the regions are about; `nil` where that is not told.
    var sizeOfRegions: Size? {
        guard let width = numberOfXMP(Self.pathOfSize + "/stDim:w"), width > 0,
            let height = numberOfXMP(Self.pathOfSize + "/stDim:h"), height > 0
        else { return nil }
        return Size(width: width, height: height)
    }

    /// The paths of the regions that are there, whatever is in them, at most as many as a photo may have.
    var regionPaths: [String] {
        (1...Int(PhotoMetadataMessage.regionLimit)).lazy.map(Self.path(ofRegion:))
            .prefix { self.textOfXMP($0) != nil }.map(\.self)
    }

    /// Sets the faces, in the place of those that are there; other regions, such as pets, stay.
    ///
    /// Returns whether there were faces.
    func setRegions(
        _ faces: [CapturePhoto.FaceRegion], width: Int, height: Int
    ) throws(FacecapError) -> Bool {
        let old = regionPaths
        let others = old.filter { !PhotoRegion.isFace(type: textOfXMP($0 + "/mwg-rs:Type")) }
        for path in old where !others.contains(path) { _ = try removeXMP(path) }
        for (index, path) in others.enumerated() where path != Self.path(ofRegion: index + 1) {
            try moveXMP(from: path, to: Self.path(ofRegion: index + 1))
        }
        if others.isEmpty {
            _ = try removeXMP(Self.regions)
            guard !faces.isEmpty else { return !old.isEmpty }
            try setXMP(Self.regions, kind: FACECAP_XMP_STRUCTURE)
            try setXMP(Self.regions + "/mwg-rs:RegionList", kind: FACECAP_XMP_BAG)
        }
        let size = Self.pathOfSize
        _ = try removeXMP(size)
        try setXMP(size, kind: FACECAP_XMP_STRUCTURE)
        try setXMP(size + "/stDim:w", "\(width)")
        try setXMP(size + "/stDim:h", "\(height)")
        try setXMP(size + "/stDim:unit", "pixel")
        for (index, face) in faces.enumerated() {
            try setRegion(face, at: Self.path(ofRegion: others.count + index + 1))
        }
        return old.count > others.count
    }

    private func setRegion(_ region: CapturePhoto.FaceRegion, at path: String) throws(FacecapError)
    {
        try setXMP(path, kind: FACECAP_XMP_STRUCTURE)
        let area = path + "/mwg-rs:Area"
        try setXMP(area, kind: FACECAP_XMP_STRUCTURE)
        try setXMP(area + "/stArea:x", Self.text(region.bounds.center.x))
        try setXMP(area + "/stArea:y", Self.text(region.bounds.center.y))
        try setXMP(area + "/stArea:w", Self.text(region.bounds.width))
        try setXMP(area + "/stArea:h", Self.text(region.bounds.height))
        try setXMP(area + "/stArea:unit", "normalized")
        try setXMP(path + "/mwg-rs:Type", PhotoRegion.faceType)
        if let name = region.name { try setXMP(path + "/mwg-rs:Name", name) }
        let extensions = path + "/mwg-rs:Extensions"
        try setXMP(extensions, kind: FACECAP_XMP_STRUCTURE)
        let values = [
            ("AngleInfoRoll", region.rollAngle), ("AngleInfoYaw", region.yawAngle),
            ("ConfidenceLevel", region.confidenceLevel), ("FaceID", region.faceID),
        ]
        for case (let name, let value?) in values {
            try setXMP(extensions + "/apple-fi:" + name, "\(value)")
        }
        if let distance = region.distance.flatMap({ FixedDecimal($0, decimals: 4) }) {
            try setXMP(extensions + "/facecap:Distance", distance.text)
        }
    }

    private static func text(_ value: Double) -> String {
        FixedDecimal(value, decimals: 7)?.text ?? "0"
    }

    private static func texts(of metadata: CapturePhoto.Metadata) -> [(String, String)] {
        [("Image.Software", metadata.software), ("Image.Model", metadata.cameraName)]
            .compactMap { field, text in text.map { (field, $0) } }
            .filter { !$0.1.isEmpty }
    }

    /// Exif 2.32 4.6.5: the time of the photo in the zone of this machine, its milliseconds, and how far
    /// the zone is ahead of UTC.
    private static func times(_ utcNanoseconds: Int64) -> [(String, String)] {
        let (quotient, remainder) = utcNanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        var seconds = time_t(quotient)
        var local = tm()
        guard remainder >= 0, localtime_r(&seconds, &local) != nil else { return [] }
        let date = [Int(local.tm_year) + 1900, Int(local.tm_mon) + 1, Int(local.tm_mday)]
        let clock = [local.tm_hour, local.tm_min, local.tm_sec].map { Int($0) }
        let time = digits(date) + " " + digits(clock)
        let minutes = abs(local.tm_gmtoff) / 60
        let zone = (local.tm_gmtoff < 0 ? "-" : "+") + digits([minutes / 60, minutes % 60])
        let milliseconds = String("\(1000 + remainder / 1_000_000)".dropFirst())
        var fields = [("Image.DateTime", time), ("Photo.DateTimeOriginal", time)]
        fields.append(("Photo.DateTimeDigitized", time))
        for suffix in ["", "Original", "Digitized"] {
            fields.append(("Photo.SubSecTime" + suffix, milliseconds))
            fields.append(("Photo.OffsetTime" + suffix, zone))
        }
        return fields
    }

    private static func digits(_ numbers: [Int]) -> String {
        numbers.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }

    /// Exif texts are ASCII; everything else becomes a question mark.
    private static func printable(_ text: String) -> String {
        String(text.map { $0.isASCII && !$0.isNewline && $0 >= " " ? $0 : "?" })
    }
}
