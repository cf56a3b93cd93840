// SPDX-License-Identifier: Apache-2.0
package import FaceValues
internal import SystemSupport

extension IsolatedWorker {
    /// What it answers to one question.
    ///
    /// - Parameters:
    ///   - kind: of the question.
    ///   - request: its body.
    ///   - answerKind: of the answer; the body of any other is an error.
    ///   - nanoseconds: how long it may take.
    ///   - crashed: the error of a worker that ended, or whose answer makes no sense; what it answers next is not to be
    ///     read.
    ///   - read: reads the answer.
    /// - Throws: the error that was answered, or that of `crashed`.
    package func ask<Answer>(
        _ kind: UInt8, _ request: MessageWriter, answerKind: UInt8, within nanoseconds: Int64,
        crashed: (Ending) -> FacecapError,
        _ read: (inout MessageReader) throws(MessageDamage) -> Answer
    ) throws(FacecapError) -> Answer {
        guard channel.send(kind, request.bytes),
            let message = try? channel.receive(
                until: SystemClock.nanoseconds() + nanoseconds)
        else { throw crashed(end(waiting: true)) }
        var reader = MessageReader(message.body)
        let told: FacecapError
        do throws(MessageDamage) {
            if message.kind == answerKind {
                let answer = try read(&reader)
                try reader.end()
                return answer
            }
            told = try reader.readError()
        } catch {
            throw crashed(.unknown)
        }
        throw told
    }
}
