// SPDX-License-Identifier: Apache-2.0
import Glibc
internal import SystemSupport

/// Answers requests out of the cameras' channels.
final class RequestRouter: Sendable {
    /// Who keeps the connections.
    let gate = ConnectionGate()
    private let requestGuard: RequestGuard
    private let page: (page: [UInt8], policy: String)
    private let header: [UInt8]
    let channels: [LiveChannel]

    /// - Parameter header: the first record of the stream.
    init(_ requestGuard: RequestGuard, cameras: [String?], header: [UInt8]) {
        self.requestGuard = requestGuard
        self.header = header
        page = LivePage.make(cameras: cameras, header: header)
        channels = cameras.map { _ in LiveChannel() }
    }

    /// The router behind the context of a callback of the library.
    static func from(_ context: UnsafeMutableRawPointer?) -> RequestRouter? {
        context.map { Unmanaged<RequestRouter>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Queues the answer to a request; whether that was possible.
    func answer(_ request: HTTPRequest) -> Bool {
        if let refusal = refusal(request) { return refusal.queue(on: request.connection) }
        gate.admit(request.connection)
        return content(request).queue(on: request.connection)
    }

    /// Why a request is refused; `nil` where its sender may have what it asks for.
    private func refusal(_ request: HTTPRequest) -> HTTPAnswer? {
        // Whoever reads such a head differently would let somebody else in.
        if request.hasNUL || request.hostCount > 1 {
            return .text(status: 400, "The request has two hosts or a NUL in its path.")
        }
        return requestGuard.refusal(
            method: request.method, host: request.header("Host"),
            authorization: request.header("Authorization"), argument: request.argument("token"))
    }

    /// The answer to a request that is not refused.
    private func content(_ request: HTTPRequest) -> HTTPAnswer {
        let index = request.argument("camera").map { Int($0) ?? -1 } ?? 0
        guard channels.indices.contains(index) else {
            return .text(status: 404, "There is no such camera.")
        }
        let channel = channels[index]
        switch request.path {
        case "/": return .page(page.page, policy: page.policy)
        case "/stream":
            return images(channel, type: "application/octet-stream") {
                $0.streamPart(nowNanoseconds: SystemClock.nanoseconds())
            }
        case "/video.mjpeg":
            return images(channel, type: "multipart/x-mixed-replace; boundary=frame") {
                $0.multipartPart
            }
        case "/still.jpg": return still(channel)
        case "/faces.jsonl": return records(channel)
        default: return .text(status: 404, "There is nothing at this address.")
        }
    }

    private func images(
        _ channel: LiveChannel, type: String, _ part: @escaping (LiveFrame) -> [UInt8]
    ) -> HTTPAnswer {
        // Frames that were encoded for somebody else may be old.
        var last = channel.newest
        channel.changeWatchers(by: 1)
        let body = ResponseBody {
            switch channel.frame(after: last) {
            case .frame(let frame, let number):
                last = number
                return .bytes(part(frame))
            case .records, .nothing: return .nothing
            case .ended: return .end
            }
        } onEnd: {
            channel.changeWatchers(by: -1)
        }
        return .stream(body, type: type)
    }

    private func still(_ channel: LiveChannel) -> HTTPAnswer {
        channel.changeWatchers(by: 1)
        defer { channel.changeWatchers(by: -1) }
        guard case .frame(let frame, _) = channel.frame(after: channel.newest),
            let image = frame.image
        else { return .text(status: 503, "There is no frame now; try again.") }
        return .bytes(image, type: "image/jpeg")
    }

    private func records(_ channel: LiveChannel) -> HTTPAnswer {
        var last = channel.newest
        var waiting: [UInt8]? = header
        let body = ResponseBody {
            if let first = waiting {
                waiting = nil
                return .bytes(first)
            }
            switch channel.records(after: last) {
            case .records(let lines, let number):
                last = number
                return .bytes(lines)
            case .frame, .nothing: return .nothing
            case .ended: return .end
            }
        }
        return .stream(body, type: "application/jsonl")
    }
}
