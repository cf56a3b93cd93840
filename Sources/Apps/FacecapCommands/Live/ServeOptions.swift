// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Where frames and faces are served, and to whom.
struct ServeOptions: OptionGroup {
    @Option(
        .option(
            "serve", .serverAddress,
            "Serve frames and faces to browsers at this address, such as :8080, or :0 for any"
                + " free port. Without ADDRESS, only this machine can connect. With an ADDRESS"
                + " that other machines can reach, clients need a token."
        ))
    var address: FaceServer.Address?
    @Option(
        .option(
            "serve-token", .accessToken,
            "The token that --serve requires, instead of a random one. Clients send it as"
                + " ?token= or as Authorization: Bearer. Every user of this machine can see it"
                + " in the command line; --serve-token-file avoids that."))
    var token: FaceServer.AccessToken?
    @Option(
        .option(
            "serve-token-file",
            .text(
                "FILE", allowed: "the path of a file that holds the token", completion: .files),
            "Read the token that --serve requires from a file, so that other users cannot see"
                + " it. The variable FACECAP_SERVE_TOKEN can hold it instead."))
    var tokenFile: String?

    static var rules: [OptionRule] {
        [
            .of(
                ["serve-token", "serve-token-file"], need: ["serve"],
                "is what clients have to know"),
            .of(["serve-token"], exclude: ["serve-token-file"], "says the token too"),
        ]
    }

    /// What is to be served; `nil` for nothing.
    func request() throws(FacecapError) -> ServeRequest? {
        let (token, file) = (token, tokenFile)
        guard let address else { return nil }
        return ServeRequest(
            address: address, token: try ServeToken.chosen(argument: token, file: file))
    }
}
