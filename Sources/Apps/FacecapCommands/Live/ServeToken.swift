// SPDX-License-Identifier: Apache-2.0
import Facecap
import Glibc
import SystemSupport

/// Where the token of `--serve` comes from.
enum ServeToken {
    /// The variable that holds a token where no option does.
    static let variable = "FACECAP_SERVE_TOKEN"
    /// Bytes that are read of a file.
    private static let fileLimit = 4096

    /// The token that a user chose in one of three places; `nil` for none.
    static func chosen(
        argument: FaceServer.AccessToken?, file: String?
    ) throws(FacecapError) -> FaceServer.AccessToken? {
        if let file { return try token(text(of: file), from: file) }
        if let argument { return argument }
        guard let text = getenv(variable).map({ String(cString: $0) }), !text.isEmpty else {
            return nil
        }
        return try token(text, from: variable)
    }

    private static func token(
        _ text: String, from place: String
    ) throws(FacecapError) -> FaceServer.AccessToken {
        let text = String(
            text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        guard let token = FaceServer.AccessToken(text) else {
            throw FacecapError(
                .invalidArgument,
                "\(place) contains no valid token; a token has 16 to 128 letters, digits, - and _.")
        }
        return token
    }

    private static func text(of path: String) throws(FacecapError) -> String {
        // It may be a pipe, whose writer is waited for.
        guard let bytes = FileDescriptor(path, flags: O_RDONLY)?.read(atMost: fileLimit) else {
            throw .file(errno, .read, path)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
