// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Who a face of a photo is.
struct FaceName: Sendable, Hashable {
    /// The longest name, in characters.
    static let maximumLength = 200

    let faceID: Int
    let name: String
}

extension ValueReader<FaceName> {
    /// The id of a face and a name, such as `1=Ada`.
    static var faceName: ValueReader {
        ValueReader("ID=TEXT", allowed: "the id of a face and a name, such as 1=Ada") { text in
            guard let equals = text.firstIndex(of: "="), let id = Int(text[..<equals]), id > 0
            else {
                return nil
            }
            let name = String(text[text.index(after: equals)...])
            let isText = name.unicodeScalars.allSatisfy {
                $0.properties.generalCategory != .control
            }
            guard isText, 1...FaceName.maximumLength ~= name.count else { return nil }
            return FaceName(faceID: id, name: name)
        }
    }
}

extension CapturePhoto.FaceRegion {
    /// From here on a region of before is about the same face.
    private static let sameFaceOverlap = 0.4

    /// The region with the name that a user gave the face, else with that of the region which was there before: one of
    /// about the same place, or a point on the face.
    func named(by names: [FaceName], orAsIn old: [PhotoRegion]) -> CapturePhoto.FaceRegion {
        var region = self
        let known = old.filter { $0.name != nil }
        let same = known.map { (overlap: $0.bounds.intersectionOverUnion(bounds), name: $0.name) }
            .filter { $0.overlap >= Self.sameFaceOverlap }
            .max { $0.overlap < $1.overlap }
        let center = bounds.center
        func distance(_ region: PhotoRegion) -> Double {
            let point = region.bounds.center
            return (point.x - center.x).magnitude + (point.y - center.y).magnitude
        }
        let point = known.filter { $0.bounds.isEmpty && bounds.contains($0.bounds.center) }
            .min { distance($0) < distance($1) }
        region.name = names.last { $0.faceID == faceID }?.name ?? same?.name ?? point?.name
        return region
    }
}
