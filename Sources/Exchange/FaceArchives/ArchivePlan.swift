// SPDX-License-Identifier: Apache-2.0
package import FaceValues
internal import SystemSupport

/// What a plan says of all its segments: its first line.
package struct ArchivePlan: Sendable, Hashable, Codable {
    /// The version of plans and parts.
    static let format = 3

    /// ``format`` of the program that made the plan.
    package private(set) var format = Self.format
    /// The version of that program.
    package private(set) var version = facecapVersion
    /// How faces are looked for.
    package let search: ArchiveSearch
    /// 32 random bytes in hex, without which nobody can read from a part which colors a face has.
    package let seal: String
    /// Seconds that its segments take at least, 0 where videos are not cut; no part depends on it.
    package var segmentSeconds: Double?

    /// A plan with a seal of its own.
    package init(_ search: ArchiveSearch) {
        self.search = search
        seal = SHA256.text(of: (0..<32).map { _ in UInt8.random(in: .min ... .max) })
    }

    /// The plan's first line, with its end.
    package func line() throws(FacecapError) -> String { try JSONLines.text(self) + "\n" }

    /// What parts depend on.
    func lineOfParts() throws(FacecapError) -> String {
        var plan = self
        plan.segmentSeconds = nil
        return try plan.line()
    }

    /// Throws where the plan is another version's, or makes no sense.
    func check(_ path: String) throws(FacecapError) {
        guard format == Self.format else {
            throw FacecapError(
                .invalidArgument,
                "\(path) is a plan of format \(format), which facecap \(facecapVersion) does not know: make the"
                    + " plan again.")
        }
        guard version == facecapVersion else {
            throw FacecapError(
                .invalidArgument,
                "\(path) was made by facecap \(version), this is \(facecapVersion): use that one, or make the"
                    + " plan again.")
        }
        guard search.isSound, Hex.bytes(of: seal)?.count == 32, segmentSeconds ?? 0 >= 0 else {
            throw Self.isNone(path)
        }
    }

    /// The error for a file that is no plan.
    static func isNone(_ path: String) -> FacecapError {
        FacecapError(
            .invalidArgument, "\(path) is no plan of facecap: make one with facecap plan.")
    }
}

/// Bytes as lower-case hexadecimal digits.
enum Hex {
    /// `nil` for what is anything else.
    static func bytes(of text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: digits.count, by: 2) {
            let pair = String(decoding: digits[start..<start + 2], as: UTF8.self)
            guard let byte = UInt8(pair, radix: 16) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }
}
