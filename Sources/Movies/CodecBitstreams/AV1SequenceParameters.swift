// SPDX-License-Identifier: Apache-2.0
/// What an `av1C` box says of a sequence header: AV1 Bitstream & Decoding Process Specification 5.5.
struct AV1SequenceParameters {
    private var profile: UInt32 = 0
    private var level: UInt32 = 0
    private var tier: UInt32 = 0
    private var isHighBitDepth = false
    private var isTwelveBit = false
    private var isMonochrome = false
    private var subsampling: (x: Bool, y: Bool) = (true, true)
    private var chromaSamplePosition: UInt32 = 0

    /// Reads the content of a unit; `nil` where it is cut or makes no sense.
    init?(_ content: ArraySlice<UInt8>) {
        var reader = BitReader(content)
        guard let profile = reader.read(3), profile <= 2, reader.skip(1) != nil,
            let isReduced = reader.readFlag()
        else { return nil }
        self.profile = profile
        guard isReduced ? readReducedPoint(&reader) : readOperatingPoints(&reader),
            Self.skipTools(&reader, isReduced: isReduced), readColor(&reader)
        else { return nil }
    }

    /// The first four bytes of the box.
    var configurationHead: [UInt8] {
        func bit(_ flag: Bool, _ place: UInt32) -> UInt32 { flag ? 1 << place : 0 }
        let flags =
            tier << 7 | bit(isHighBitDepth, 6) | bit(isTwelveBit, 5) | bit(isMonochrome, 4)
            | bit(subsampling.x, 3) | bit(subsampling.y, 2) | chromaSamplePosition
        return [0x81, UInt8(profile << 5 | level), UInt8(flags & 0xFF), 0]
    }

    private mutating func readReducedPoint(_ reader: inout BitReader) -> Bool {
        guard let level = reader.read(5) else { return false }
        self.level = level
        return true
    }

    private mutating func readOperatingPoints(_ reader: inout BitReader) -> Bool {
        var (delayBits, hasModel) = (0, false)
        guard let hasTiming = reader.readFlag() else { return false }
        if hasTiming {
            guard reader.skip(64) != nil, let isEqual = reader.readFlag(),
                !isEqual || reader.readExponentialGolomb() != nil, let model = reader.readFlag()
            else { return false }
            hasModel = model
            if model {
                guard let bits = reader.read(5), reader.skip(42) != nil else { return false }
                delayBits = Int(bits) + 1
            }
        }
        guard let hasDelay = reader.readFlag(), let count = reader.read(5) else { return false }
        for index in 0...count {
            guard reader.skip(12) != nil, let level = reader.read(5),
                let tier = level > 7 ? reader.read(1) : 0
            else { return false }
            if index == 0 { (self.level, self.tier) = (level, tier) }
            if hasModel {
                guard let isPresent = reader.readFlag(),
                    !isPresent || reader.skip(2 * delayBits + 1) != nil
                else { return false }
            }
            if hasDelay {
                guard let isPresent = reader.readFlag(), !isPresent || reader.skip(4) != nil else {
                    return false
                }
            }
        }
        return true
    }

    /// What lies between the operating points and the colors.
    private static func skipTools(_ reader: inout BitReader, isReduced: Bool) -> Bool {
        guard let widthBits = reader.read(4), let heightBits = reader.read(4),
            reader.skip(Int(widthBits + heightBits) + 2) != nil
        else { return false }
        if !isReduced {
            guard let hasNumbers = reader.readFlag(), !hasNumbers || reader.skip(7) != nil else {
                return false
            }
        }
        // Superblocks, two filters.
        guard reader.skip(3) != nil else { return false }
        if !isReduced {
            guard reader.skip(4) != nil, let hasOrder = reader.readFlag(),
                !hasOrder || reader.skip(2) != nil, let choosesScreen = reader.readFlag(),
                let screen = choosesScreen ? 2 : reader.read(1)
            else { return false }
            if screen > 0 {
                guard let choosesVectors = reader.readFlag(),
                    choosesVectors || reader.skip(1) != nil
                else { return false }
            }
            if hasOrder, reader.skip(3) == nil { return false }
        }
        // Super-resolution, two more filters.
        return reader.skip(3) != nil
    }

    private mutating func readColor(_ reader: inout BitReader) -> Bool {
        guard let isHigh = reader.readFlag(),
            let isTwelve = profile == 2 && isHigh ? reader.readFlag() : false,
            let isGray = profile == 1 ? false : reader.readFlag(),
            let isDescribed = reader.readFlag(),
            let codes = isDescribed ? reader.read(24) : 0x02_0202
        else { return false }
        (isHighBitDepth, isTwelveBit, isMonochrome) = (isHigh, isTwelve, isGray)
        if isGray { return reader.skip(1) != nil }
        // Red, green and blue.
        if codes == 0x01_0D00 {
            subsampling = (false, false)
            return true
        }
        guard reader.skip(1) != nil else { return false }
        switch profile {
        case 0: break
        case 1: subsampling = (false, false)
        case _ where isTwelve:
            guard let x = reader.readFlag(), let y = x ? reader.readFlag() : false else {
                return false
            }
            subsampling = (x, y)
        default: subsampling = (true, false)
        }
        if subsampling == (true, true) {
            guard let position = reader.read(2) else { return false }
            chromaSamplePosition = position
        }
        return true
    }
}
