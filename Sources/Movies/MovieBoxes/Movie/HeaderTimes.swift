// SPDX-License-Identifier: Apache-2.0
/// What the headers of a movie, a track and a media begin with, and their durations (ISO/IEC 14496-12
/// 8.2.2, 8.3.2, 8.4.2): 32 bits each in version 0, 64 in version 1.
package struct HeaderTimes: Sendable, Equatable {
    /// The version that was parsed; a later one is written where its numbers need it.
    private var version: UInt8
    package var flags: UInt32
    /// Seconds since 1904, 0 when unknown.
    package var creationTime: UInt64
    /// Seconds since 1904, 0 when unknown.
    package var modificationTime: UInt64
    /// In ticks; `nil` when it is not known.
    package var duration: UInt64?

    /// Times of what was not changed since it was made.
    package init(flags: UInt32 = 0, creationTime: UInt64, duration: UInt64?) {
        version = 0
        self.flags = flags
        self.creationTime = creationTime
        modificationTime = creationTime
        self.duration = duration
    }

    /// Parses them, and with `middle` what stands before the duration.
    static func parse<Middle>(
        _ fields: inout BoxFields, middle: (inout BoxFields) throws(BoxDamage) -> Middle
    ) throws(BoxDamage) -> (HeaderTimes, Middle) {
        let (version, flags) = try fields.nextVersionAndFlags()
        var times = HeaderTimes(
            flags: flags, creationTime: try fields.nextNumber(version: version), duration: nil)
        times.version = version
        times.modificationTime = try fields.nextNumber(version: version)
        let middle = try middle(&fields)
        times.duration = try fields.nextDuration(version: version)
        return (times, middle)
    }

    /// Makes the times of creation and modification unknown.
    package mutating func forgetDates() { (creationTime, modificationTime) = (0, 0) }

    private var isLong: Bool {
        version != 0 || max(creationTime, modificationTime) > UInt64(UInt32.max)
            || (duration ?? 0) >= UInt64(UInt32.max)
    }

    /// Writes the whole box: `middle` what stands before the duration, `rest` what follows it.
    func write(
        _ type: FourCharacterCode, to writer: inout BoxWriter,
        middle: (inout BoxWriter) -> Void, rest: (inout BoxWriter) -> Void
    ) {
        let isLong = isLong
        writer.box(type, version: max(version, isLong ? 1 : 0), flags: flags) { writer in
            writer.append(creationTime, isLong: isLong)
            writer.append(modificationTime, isLong: isLong)
            middle(&writer)
            writer.append(duration: duration, isLong: isLong)
            rest(&writer)
        }
    }
}
