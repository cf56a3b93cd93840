// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
import FaceValues
import Glibc
internal import MediaCodecs

extension FacecapError {
    /// A file that the system does not open.
    static func cannotOpen(_ location: MediaLocation, errno code: CInt) -> FacecapError {
        switch code {
        case ENOENT, ENOTDIR, ENXIO, ENODEV, ENAMETOOLONG, ELOOP:
            FacecapError(
                .sourceNotFound, "There is no file \(location); check the path.", errno: code)
        case EACCES, EPERM:
            FacecapError(
                .permissionDenied,
                "\(location) may not be read; change its permissions with `chmod +r`.",
                errno: code)
        case EBADF:
            FacecapError(
                .sourceNotFound, "The \(location) is closed; pipe a video into it.", errno: code)
        default:
            FacecapError(
                .systemFailed, "\(location) cannot be read: \(text(-code)).", errno: code)
        }
    }

    /// A container or address that libavformat does not open or read on.
    static func cannotRead(_ location: MediaLocation, code: CInt) -> FacecapError {
        if case .url = location { return unreachable(location, code: code) }
        return FacecapError(
            .mediaUnreadable,
            "\(location) is not a video or image that can be read, or it is cut short; "
                + "check it with `ffprobe`.")
    }

    /// An image of HEIF where something with tracks is wanted.
    static func imageHasNoTracks(_ location: MediaLocation) -> FacecapError {
        FacecapError(
            .mediaUnreadable,
            "\(location) is a HEIF image, which has neither video nor audio; name a file that has.")
    }

    /// A file whose format may not be opened: it names others, or is none of video and images.
    static func formatRefused(_ location: MediaLocation, name: String) -> FacecapError {
        let names = name.split(separator: ",").map(String.init)
        if let kind = names.lazy.compactMap({ ContainerFormats.playlists[$0] }).first {
            return FacecapError(
                .mediaUnreadable,
                "\(location) is a playlist (\(kind)) that names other files; name the video file "
                    + "itself, or allow it with --allow-playlist.")
        }
        if let kind = names.lazy.compactMap({ ContainerFormats.scripts[$0] }).first {
            return FacecapError(
                .mediaUnreadable,
                "\(location) names media elsewhere (\(kind)), which are not opened; name the video "
                    + "file itself.")
        }
        return .cannotRead(location, code: FACECAP_AVERROR_INVALIDDATA)
    }

    private static func unreachable(_ location: MediaLocation, code: CInt) -> FacecapError {
        switch code {
        case FACECAP_AVERROR_PROTOCOL_NOT_FOUND:
            FacecapError(
                .invalidArgument,
                "The scheme of \(location) is unknown; use https, rtsp or another that "
                    + "`ffmpeg -protocols` lists.")
        case FACECAP_AVERROR_HTTP_NOT_FOUND:
            FacecapError(.sourceNotFound, "The server has no \(location); check the address.")
        case FACECAP_AVERROR_HTTP_UNAUTHORIZED, FACECAP_AVERROR_HTTP_FORBIDDEN:
            FacecapError(
                .permissionDenied,
                "The server refuses \(location); check the user name and password.")
        case FACECAP_AVERROR_INVALIDDATA:
            FacecapError(
                .mediaUnreadable,
                "\(location) is not a video or image; check the address in a browser.")
        default:
            FacecapError(
                .networkFailed,
                "\(location) cannot be reached (\(text(code))); check the address and the network.",
                errno: code < 0 && code > -4096 ? -code : nil)
        }
    }

    private static func text(_ code: CInt) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
            guard let start = buffer.baseAddress, av_strerror(code, start, buffer.count) == 0
            else { return "error \(code)" }
            return String(cString: start)
        }
    }
}
