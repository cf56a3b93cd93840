// SPDX-License-Identifier: Apache-2.0
package import CaptureSamples
package import FaceValues
internal import MediaInput
internal import ProcessIsolation

/// Takes small images out of a video, as ``FrameGrabber`` does, in a process of its own.
package final class IsolatedFrameGrabber: FrameGrabbing {
    private let connection: WorkerConnection
    private let location: MediaLocation

    /// Opens a video; throws what ``FrameGrabber`` and ``IsolatedFileInput`` throw.
    package init(
        path: String, isolation: IsolatedFileInput.Isolation = .init()
    ) throws(FacecapError) {
        location = .file(path: path)
        (connection, _) = try WorkerConnection.open(.images, location, isolation)
    }

    package func image(
        at time: MediaTime, of region: Rect, side: Int
    ) throws(FacecapError) -> PixelBuffer? {
        let side = min(max(2, side & ~1), 1024)
        do throws(WorkerConnection.Failure) {
            try connection.send(.grab, GrabRequest(time: time, region: region, side: side).body)
            var (_, reader) = try connection.receive([.image])
            do throws(MessageDamage) {
                return try reader.readOptional { (reader) throws(MessageDamage) in
                    let place = FramePlace(square: side)
                    return try PackedImage.image(try reader.readBytes(limit: 4 << 20), place)
                }
            } catch {
                throw connection.damaged(error)
            }
        } catch {
            throw FacecapError(error, location)
        }
    }
}

extension WorkerConnection {
    /// Has a worker open a location; what it says of that.
    static func open(
        _ request: OpenRequest, _ file: SharedFile?, _ isolation: IsolatedFileInput.Isolation,
        host: IsolationHost, cancellation: Cancellation
    ) throws(FacecapError) -> (WorkerConnection, MessageReader) {
        var sent = request
        sent.byteCount = file?.byteCount
        // The host may have been started in another working folder.
        if request.options.allowsPlaylists { sent.location = request.location.absolute }
        let connection = try WorkerConnection(
            sent.location, file: file?.number, byteCount: sent.byteCount,
            allowsPlaylists: request.options.allowsPlaylists, isolation: isolation, host: host,
            cancellation: cancellation)
        do throws(Failure) {
            try connection.send(.open, sent.body)
            return (connection, try connection.receive([.opened]).1)
        } catch {
            throw FacecapError(error, request.location)
        }
    }

    /// Has a worker open a file, of which it gets a descriptor of its own, for something else than its samples.
    static func open(
        _ purpose: FileInputMessage.Purpose, _ location: MediaLocation,
        _ isolation: IsolatedFileInput.Isolation, host: IsolationHost = .shared
    ) throws(FacecapError) -> (WorkerConnection, MessageReader) {
        let file = try SharedFile(location)
        defer { withExtendedLifetime(file) {} }
        return try open(
            OpenRequest(purpose, location, .init()), file, isolation, host: host,
            cancellation: Cancellation())
    }

    /// What is said of a file that is opened for that alone.
    static func answer<Value>(
        _ purpose: FileInputMessage.Purpose, _ location: MediaLocation,
        _ isolation: IsolatedFileInput.Isolation, host: IsolationHost = .shared,
        _ read: (inout MessageReader) throws(MessageDamage) -> Value
    ) throws(FacecapError) -> Value {
        var (connection, reader) = try open(purpose, location, isolation, host: host)
        do throws(MessageDamage) {
            return try read(&reader)
        } catch {
            throw FacecapError(connection.damaged(error), location)
        }
    }
}
