// SPDX-License-Identifier: Apache-2.0
/// What the library's callbacks need: who answers, and who keeps the connections.
final class RequestHandler: Sendable {
    let gate: ConnectionGate
    private let router: RequestRouter

    init(router: RequestRouter, gate: ConnectionGate) {
        self.router = router
        self.gate = gate
    }

    /// The handler behind a callback's context.
    static func from(_ context: UnsafeMutableRawPointer?) -> RequestHandler? {
        context.map { Unmanaged<RequestHandler>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Queues the answer to a request; whether that was possible.
    func answer(_ request: HTTPRequest) -> Bool {
        if let refusal = router.refusal(request) { return refusal.queue(on: request.connection) }
        gate.admit(request.connection)
        return router.answer(request).queue(on: request.connection)
    }
}
