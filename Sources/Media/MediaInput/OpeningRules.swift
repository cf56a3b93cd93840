// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
import Glibc
import Synchronization

/// What may be opened on behalf of a location, and how a container may make libavformat open more.
///
/// A file, a pipe or the standard input is one thing: whatever it holds, nothing else is opened for it.
/// Only a playlist that its user allowed may name other local files, and one that came from an address
/// other addresses, never a file.
final class OpeningRules: Sendable {
    /// What a container may name beside itself.
    private enum Reach: Sendable { case nothing, files, addresses }

    /// The names of demuxers that may be used, and of FFmpeg's protocols.
    let formats: Set<String>
    let protocols: [String]
    private let reach: Reach
    /// Whether servers have to prove with a certificate who they are.
    let verifiesServers: Bool
    /// The address that the user gave.
    private let ownAddress: String?
    private let openings = Atomic(0)
    private let failures = Atomic(0)
    private let isOpening = Atomic(true)

    /// Openings before the first packet: playlists can name themselves.
    private static let maximumOpenings = 256

    /// The rules of a file, a pipe or the standard input.
    init(allowsPlaylists: Bool) {
        reach = allowsPlaylists ? .files : .nothing
        ownAddress = nil
        verifiesServers = false
        let playlists = allowsPlaylists ? Set(ContainerFormats.playlists.keys) : []
        formats = ContainerFormats.selfContained.union(playlists)
        protocols = allowsPlaylists ? ["file", "crypto", "data"] : []
    }

    /// The rules of an address that the user gave; `nil` where its scheme is not one of a network.
    init?(address: String, verifiesServers: Bool) {
        let scheme = MediaLocation.scheme(of: address)
        guard Self.networkProtocols.contains(scheme) || ["rtsp", "rtsps"].contains(scheme)
        else { return nil }
        reach = .addresses
        ownAddress = address
        self.verifiesServers = verifiesServers
        formats = ContainerFormats.selfContained.union(ContainerFormats.playlists.keys)
            .union(ContainerFormats.network)
        protocols = Self.networkProtocols
    }

    /// FFmpeg's protocols that reach other machines, and those that these are made of.
    private static let networkProtocols = [
        "http", "https", "tls", "tcp", "httpproxy", "udp", "udplite", "rtp", "srtp", "rtmp",
        "rtmpe", "rtmps", "rtmpt", "rtmpte", "rtmpts", "ffrtmpcrypt", "ffrtmphttp", "srt", "rist",
        "ftp", "sftp", "mmsh", "mmst", "crypto", "data",
    ]

    /// Whether a demuxer may be used; `name` may hold several names of it.
    func permits(format name: String) -> Bool {
        name.split(separator: ",").contains { formats.contains(String($0)) }
    }

    /// How often something that a playlist names could not be opened, or was not permitted.
    var failureCount: Int { reach == .nothing ? 0 : failures.load(ordering: .relaxed) }

    /// The container was opened: what comes now is its media.
    func endOpening() { isOpening.store(false, ordering: .relaxed) }

    /// Whether something that a container names may be opened.
    private func permits(address: String) -> Bool {
        if isOpening.load(ordering: .relaxed) {
            guard openings.add(1, ordering: .relaxed).newValue <= Self.maximumOpenings else {
                return false
            }
        }
        return switch reach {
        case .nothing: false
        // The protocols are limited too.
        case .files: true
        case .addresses:
            address == ownAddress
                || ["http", "https", "data", "crypto+http", "crypto+https"]
                    .contains(MediaLocation.scheme(of: address))
        }
    }

    /// Puts the rules in force for a container that is to be opened; they must live as long as it.
    func apply(
        to context: UnsafeMutablePointer<AVFormatContext>, _ options: inout OpaquePointer?
    ) {
        av_dict_set(&options, "format_whitelist", formats.sorted().joined(separator: ","), 0)
        av_dict_set(&options, "protocol_whitelist", protocols.joined(separator: ","), 0)
        context.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
        context.pointee.io_open = { context, io, address, flags, options in
            guard let context, let opaque = context.pointee.opaque, let address else {
                return -EPERM
            }
            let rules = Unmanaged<OpeningRules>.fromOpaque(opaque).takeUnretainedValue()
            let result = rules.open(context, io, address, flags, options)
            if result < 0, result != FACECAP_AVERROR_EXIT {
                rules.failures.add(1, ordering: .relaxed)
            }
            return result
        }
    }

    /// Opens what a container names, where that is permitted; returns a code of libavformat.
    private func open(
        _ context: UnsafeMutablePointer<AVFormatContext>,
        _ io: UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>?,
        _ address: UnsafePointer<CChar>, _ flags: CInt,
        _ options: UnsafeMutablePointer<OpaquePointer?>?
    ) -> CInt {
        guard flags & AVIO_FLAG_WRITE == 0, permits(address: String(cString: address))
        else { return -EPERM }
        // Playlists pass on only some of the options that they were opened with.
        var others: OpaquePointer?
        defer { av_dict_free(&others) }
        return withUnsafeMutablePointer(to: &others) { others in
            let options = options ?? others
            addVerification(to: options)
            return Self.usualOpen?(context, io, address, flags, options) ?? -EPERM
        }
    }

    /// Asks the protocols of TLS to verify servers, by the certificates that the user names or else by the system's.
    private func addVerification(to options: UnsafeMutablePointer<OpaquePointer?>) {
        guard verifiesServers else { return }
        av_dict_set(options, "tls_verify", "1", 0)
        if let file = getenv("SSL_CERT_FILE"), file.pointee != 0 {
            av_dict_set(options, "ca_file", file, 0)
        }
    }

    /// What libavformat opens with by itself.
    private static let usualOpen = {
        let context = avformat_alloc_context()
        defer { avformat_free_context(context) }
        return context?.pointee.io_open
    }()
}
