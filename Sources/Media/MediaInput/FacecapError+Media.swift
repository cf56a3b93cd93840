// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
import FaceValues
import Glibc
internal import MediaCodecs
internal import SystemSupport

extension FacecapError {
    /// A file or stream that the system does not open or read on.
    static func cannotOpen(_ location: MediaLocation, errno number: CInt) -> FacecapError {
        guard number != EBADF else {
            return FacecapError(
                .sourceNotFound, "The \(location) is closed; pipe a video into it.", errno: number)
        }
        return .file(number, .read, "\(location)")
    }

    /// A container or address that libavformat does not open or read on.
    static func cannotRead(_ location: MediaLocation, code: CInt) -> FacecapError {
        if case .url = location { return unreachable(location, code: code) }
        return FacecapError(
            .mediaUnreadable,
            "\(location) is not a video or image that can be read, or it is cut short; "
                + "check it with `ffprobe`.")
    }

    /// An address that could be read, but not to its end.
    static func brokeOff(_ location: MediaLocation, code: CInt) -> FacecapError {
        FacecapError(
            .networkFailed,
            "\(location) broke off before its end (\(ffmpegReason(code))); check the network and read it again.",
            errno: code < 0 && code > -4096 ? -code : nil)
    }

    /// An address that does not open, perhaps because its server is not verified: libavformat does not tell.
    static func notVerified(_ location: MediaLocation) -> FacecapError {
        FacecapError(
            .networkFailed,
            "\(location) cannot be reached, or the certificate of its server cannot be verified; check the "
                + "address and the network, or accept an untrusted server.", errno: EIO)
    }

    /// An address whose server FFmpeg never verifies.
    static func neverVerified(_ location: MediaLocation) -> FacecapError {
        FacecapError(
            .invalidArgument,
            "The server of \(location) cannot be verified, as FFmpeg checks no certificates for its scheme; "
                + "use another scheme, or accept an untrusted server.")
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
                    + "itself, or allow playlists.")
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
                "\(location) cannot be reached (\(ffmpegReason(code))); check the address and the network.",
                errno: code < 0 && code > -4096 ? -code : nil)
        }
    }
}
