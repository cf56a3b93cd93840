// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import Glibc

/// Exif 2.32 4.6.5, tags of how a photo was taken.
extension MetadataBlocks {
    /// The fields of an exposure, those that are known.
    static func fields(of exposure: CapturePhoto.Exposure) -> [(String, String)] {
        var fields: [(String, String)] = []
        if let duration = exposure.duration.flatMap({ rational($0, per: 1_000_000) }) {
            fields.append(("Photo.ExposureTime", duration))
        }
        if let iso = exposure.iso.flatMap({ UInt16(exactly: $0.rounded()) }) {
            fields.append(("Photo.ISOSpeedRatings", "\(iso)"))
            // An ISO speed.
            fields.append(("Photo.SensitivityType", "3"))
        }
        if let bias = exposure.targetBias.flatMap({ rational($0, per: 1000) }) {
            fields.append(("Photo.ExposureBiasValue", bias))
        }
        if let didFlash = exposure.didFlash {
            fields.append(("Photo.Flash", "\(flash(didFlash, exposure.flashMode))"))
        }
        if exposure.isBracketed { fields.append(("Photo.ExposureMode", "2")) }
        return fields
    }

    /// The exposure that Exif tells, as far as it does.
    var exposure: CapturePhoto.Exposure {
        var exposure = CapturePhoto.Exposure()
        exposure.duration = number("Exif.Photo.ExposureTime").flatMap { $0 > 0 ? $0 : nil }
        exposure.iso = number("Exif.Photo.ISOSpeedRatings").flatMap { $0 > 0 ? $0 : nil }
        exposure.targetBias = number("Exif.Photo.ExposureBiasValue")
        // Bit 5: the camera has no flash.
        let flash = number("Exif.Photo.Flash").flatMap { Int(exactly: $0) }
        exposure.didFlash = flash.flatMap { $0 & 32 == 0 ? $0 & 1 == 1 : nil }
        return exposure
    }

    /// A number of Exif, which may be a fraction; `nil` where there is none that makes sense.
    private func number(_ key: String) -> Double? {
        let parts = (textOfExif(key) ?? "").split(separator: "/").map { Double($0) }
        guard parts.count <= 2, let first = parts.first, let numerator = first else { return nil }
        guard parts.count == 2 else { return numerator.isFinite ? numerator : nil }
        guard let denominator = parts[1], denominator != 0 else { return nil }
        let number = numerator / denominator
        return number.isFinite ? number : nil
    }

    /// Whether the flash fired in bit 0, and in bits 3 and 4 whether it had to, had not to, or decided itself.
    private static func flash(_ didFlash: Bool, _ mode: CapturePhotoSettings.FlashMode) -> Int {
        let decision = [CapturePhotoSettings.FlashMode.on: 1, .off: 2, .auto: 3]
        return (didFlash ? 1 : 0) | (decision[mode] ?? 0) << 3
    }

    /// A number as the fraction with the smallest numbers; `nil` of what 31 bits do not hold.
    static func rational(_ value: Double, per unit: Int) -> String? {
        guard let ticks = Int32(exactly: (value * Double(unit)).rounded()) else { return nil }
        var (a, b) = (Int(ticks.magnitude), unit)
        while a != 0 { (a, b) = (b % a, a) }
        return "\(Int(ticks) / b)/\(unit / b)"
    }
}
