// SPDX-License-Identifier: Apache-2.0
import Facecap
import SystemSupport

/// What `facecap inspect` says of a photo: the faces in its metadata, as it is displayed.
struct PhotoInspection: Encodable {
    let schema = "facecap-inspect/1"
    let path: String
    let fileType: String
    let width: Int
    let height: Int
    let exposureTime: Double?
    let iso: Double?
    let exposureBias: Double?
    let flash: Bool?
    let regions: [Region]

    struct Region: Encodable {
        struct Bounds: Encodable {
            let x: Double
            let y: Double
            let width: Double
            let height: Double
        }

        let type: String?
        let name: String?
        let id: Int?
        let bounds: Bounds
        let roll: Double?
        let yaw: Double?
        let confidence: Double?
        let distance: Double?
    }

    /// Reads a JPEG, PNG or HEIC; throws what stands against it.
    ///
    /// - Parameter isolation: what is asked of the process that decodes it; `nil` for none.
    init(
        path: String, isolation: IsolatedFileInput.Isolation?
    ) throws(FacecapError) {
        let file = try PhotoFile(path: path, metadata: isolation.photoMetadata)
        guard let size = try Self.displayedSize(of: file, path, isolation) else {
            throw FacecapError(
                .mediaDamaged,
                "\(path) has no image; it is damaged, or only its beginning is there.")
        }
        let displayed = try file.displayedFromStored
        self.path = path
        fileType = file.fileType.rawValue
        (width, height) = size
        let exposure = try file.exposure
        exposureTime = exposure.duration
        iso = exposure.iso
        exposureBias = exposure.targetBias
        flash = exposure.didFlash
        regions = try file.regions.map { Region($0, displayed) }
    }

    /// The size of the displayed image, by decoding it, or by what a HEIC file says of it.
    private static func displayedSize(
        of file: PhotoFile, _ path: String, _ isolation: IsolatedFileInput.Isolation?
    ) throws(FacecapError) -> (width: Int, height: Int)? {
        if file.fileType == .heic {
            return file.displayedSize.map { (Int($0.width), Int($0.height)) }
        }
        let orientation = try file.orientation
        return try FileSource.open(path, isolation: isolation).videoFormat.map {
            orientation.displayedSides(width: $0.width, height: $0.height)
        }
    }

    /// The page for people; nothing in it steers a terminal.
    var page: String {
        let count = regions.count.counted("region")
        let kind = fileType.uppercased()
        var lines = [path, "  \(kind), \(width)x\(height), \(count)"]
        let exposure = [
            exposureTime.map(Self.text(ofExposure:)),
            iso.map { "ISO \(InspectionPage.number($0))" },
            exposureBias.map { "bias \(InspectionPage.number($0)) EV" },
            flash.map { $0 ? "with flash" : "without flash" },
        ].compactMap(\.self)
        if !exposure.isEmpty { lines.append("  " + exposure.joined(separator: ", ")) }
        if regions.isEmpty {
            lines.append(
                "  No faces are in it; to add them: facecap photo --annotate \(path.shellWord)")
        }
        for region in regions {
            let bounds = region.bounds
            let box = [bounds.x, bounds.y, bounds.width, bounds.height]
                .map { FixedDecimal($0, decimals: 3)?.text ?? "-" }
            let isPoint = bounds.width == 0 && bounds.height == 0
            let size = isPoint ? "a point" : "size \(box[2]) x \(box[3])"
            let parts: [String?] = [
                region.type ?? "region", region.id.map { "id \($0)" }, region.name,
                "at \(box[0]), \(box[1])", size,
                region.roll.map { "roll \(InspectionPage.number($0))" },
                region.yaw.map { "yaw \(InspectionPage.number($0))" },
                region.confidence.map { "confidence \(InspectionPage.number($0))" },
                region.distance.map { "distance \(InspectionPage.number($0)) m" },
            ]
            lines.append("  " + parts.compactMap(\.self).joined(separator: ", "))
        }
        return lines.map { Messages.printable($0) + "\n" }.joined()
    }

    /// Less than a third of a second as photographers write it: 1/100 s.
    static func text(ofExposure seconds: Double) -> String {
        guard seconds < 0.3, let part = Int(exactly: (1 / seconds).rounded()) else {
            return "exposed \(InspectionPage.number(seconds)) s"
        }
        return "exposed 1/\(part) s"
    }
}

extension PhotoInspection.Region {
    fileprivate init(_ region: PhotoRegion, _ displayed: CoordinateTransform) {
        let face = displayed.apply(
            MetadataFaceObject(
                faceID: region.faceID ?? 0, bounds: region.bounds,
                rollAngle: region.rollAngle.map(Self.signed),
                yawAngle: region.yawAngle.map(Self.signed), confidence: region.confidence ?? 0))
        self.init(
            type: region.type, name: region.name, id: region.faceID,
            bounds: Bounds(
                x: Self.rounded(face.bounds.x), y: Self.rounded(face.bounds.y),
                width: Self.rounded(face.bounds.width), height: Self.rounded(face.bounds.height)),
            roll: face.rollAngle, yaw: face.yawAngle, confidence: region.confidence,
            distance: region.distance)
    }

    /// 270 degrees are -90.
    private static func signed(_ degrees: Double) -> Double { degrees.remainder(dividingBy: 360) }

    /// Seven decimals, as photos are written; 0 for what JSON has no number for.
    private static func rounded(_ value: Double) -> Double {
        let rounded = (value * 1e7).rounded() / 1e7
        return rounded.isFinite ? rounded : 0
    }
}
