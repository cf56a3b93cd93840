// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
import Glibc
internal import SystemSupport

/// Watches what a recording takes of the disk.
struct RecordingLimits {
    private let settings: CaptureMovieFileOutput.Settings
    private var samplesUntilLook = 0

    /// Room for what is not foreseen: the last tables, the audio of the last moments.
    private static var reserve: Int64 { 65_536 }
    /// The part of it that frames leave which were taken before.
    static var smallReserve: Int64 { reserve / 2 }

    init(_ settings: CaptureMovieFileOutput.Settings) { self.settings = settings }

    /// The bytes that the file system has left; `nil` where it does not tell.
    var freeByteCount: Int64? {
        var system = statvfs()
        guard statvfs(Files.folder(of: settings.path).cPath, &system) == 0 else { return nil }
        let free = UInt64(system.f_bavail).multipliedReportingOverflow(by: UInt64(system.f_frsize))
        return free.overflow ? nil : Int64(clamping: free.partialValue)
    }

    /// Throws where there is no room for the first file: `.invalidArgument` where files may not hold what is kept
    /// for the end, `.storageFull` where the disk has less room left than is to stay.
    func check() throws(FacecapError) {
        var sizes = [settings.maximumByteCount].compactMap(\.self)
        if case .byteCount(let size)? = settings.split { sizes.append(size) }
        if let most = sizes.min(), most < Self.reserve {
            throw FacecapError(
                .invalidArgument,
                "\(most) bytes are too few for a movie; allow at least \(Self.reserve).")
        }
        if let least = settings.minimumFreeByteCount, let free = freeByteCount, free < least {
            throw FacecapError(
                .storageFull,
                "The disk of \(settings.path) has \(free) bytes left, and \(least) are to stay free; make room "
                    + "there, or let fewer stay.")
        }
    }

    /// Why a recording ends whose files may hold no more time, or no more bytes.
    static let (duration, size) = (
        "the files are as long as allowed", "the files are as large as allowed"
    )

    /// Why the recording has to end before more is written; `nil` when it need not.
    mutating func reached(by series: MovieSeries) -> String? {
        if let limit = series.limit { return limit }
        if let most = settings.maximumByteCount, series.expectedByteCount + Self.reserve > most {
            return Self.size
        }
        guard let least = settings.minimumFreeByteCount else { return nil }
        samplesUntilLook -= 1
        guard samplesUntilLook < 0 else { return nil }
        samplesUntilLook = 30
        guard let free = freeByteCount, free < least else { return nil }
        return "the disk has less room left than wanted"
    }
}
