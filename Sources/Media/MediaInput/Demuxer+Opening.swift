// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
import CaptureSamples
import FaceValues
import Glibc
internal import MediaCodecs

/// Why a container does not open.
enum OpeningFailure: Error {
    /// The code of libavformat.
    case code(CInt)
    /// The format, by libavformat's name of it, is not one that may be opened.
    case format(String)
}

extension Demuxer {
    /// What a location may open; throws where its scheme is not one of a network, or its server cannot be verified.
    static func rules(
        of location: MediaLocation, _ options: MediaFileSource.Options
    ) throws(FacecapError) -> OpeningRules {
        guard case .url(let address) = location else {
            return OpeningRules(allowsPlaylists: options.allowsPlaylists)
        }
        let verifiesServer = !options.allowsUntrustedServers
        guard let rules = OpeningRules(address: address, verifiesServers: verifiesServer) else {
            throw .cannotRead(location, code: FACECAP_AVERROR_PROTOCOL_NOT_FOUND)
        }
        if verifiesServer, location.cannotBeVerified { throw .neverVerified(location) }
        return rules
    }

    /// The stream of the frames that a player would show; throws where there is none with frames of a size that is
    /// believed.
    func frameStream(
        orElse remedy: String
    ) throws(FacecapError) -> UnsafeMutablePointer<AVStream> {
        guard let stream = bestStream(AVMEDIA_TYPE_VIDEO),
            let parameters = stream.pointee.codecpar
        else { throw FacecapError(.mediaUnreadable, "\(location) has no video stream; \(remedy).") }
        try ImageLimits.check(
            width: Int(parameters.pointee.width), height: Int(parameters.pointee.height),
            of: "\(location)")
        return stream
    }

    /// An image of JPEG with a preview behind it and a video of JPEGs look alike to libavformat: there the name tells,
    /// or what follows the first image.
    static func jpegFormat(
        of address: String, _ input: DescriptorInput, probed: UnsafePointer<AVInputFormat>?
    ) -> UnsafePointer<AVInputFormat>? {
        guard let name = probed?.pointee.name,
            ContainerFormats.jpegs.contains(String(cString: name))
        else { return probed }
        let hasEnding = { (endings: [String]) in
            endings.contains(where: address.lowercased().hasSuffix)
        }
        if hasEnding([".jpg", ".jpeg"]) { return av_find_input_format("jpeg_pipe") }
        if hasEnding([".mjpg", ".mjpeg"]) { return av_find_input_format("mjpeg") }
        guard input.isRegularFile else { return probed }
        return switch JPEGImage.sequel(read: input.bytes(at:count:)) {
        case .frameOfVideo: av_find_input_format("mjpeg")
        case .partOfPhoto: av_find_input_format("jpeg_pipe")
        case .unknown: probed
        }
    }

    /// What reads an address that ends as an image of JPEG, which libavformat takes for a sequence of files; `nil` for all
    /// others.
    static func jpegFormat(ofAddress address: String) -> UnsafePointer<AVInputFormat>? {
        let address = address.lowercased()
        guard ["http://", "https://"].contains(where: address.hasPrefix),
            [".jpg", ".jpeg"].contains(where: address.hasSuffix)
        else { return nil }
        return av_find_input_format("jpeg_pipe")
    }

    /// Whether a file is an image of HEIF, which libavformat does not read.
    private static func isHEIF(_ input: DescriptorInput) -> Bool {
        HEIFDecoder.begins(input.bytes(at: 0, count: HEIFDecoder.headByteCount))
    }

    /// The error of a location that does not open.
    ///
    /// - Parameter isOpen: whether it opened, and its streams cannot be read.
    static func error(
        _ failure: OpeningFailure, _ location: MediaLocation, _ input: DescriptorInput?,
        _ cancellation: Cancellation, _ rules: OpeningRules, isOpen: Bool = false
    ) -> FacecapError {
        if let errno = input?.failure { return .cannotOpen(location, errno: errno) }
        switch failure {
        case .code where cancellation.isOverdue: return .cannotRead(location, code: -ETIMEDOUT)
        case .code(let code) where MemoryCheck.explains(code): return .outOfMemory
        case .code where input.map(isHEIF) == true: return .imageHasNoTracks(location)
        case .code(-EIO) where !isOpen && rules.verifiesServers && location.isEncrypted:
            return .notVerified(location)
        case .code(let code): return .cannotRead(location, code: code)
        case .format(let name): return .formatRefused(location, name: name)
        }
    }
}
