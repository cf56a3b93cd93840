// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A model file, as `facecap models list --json` tells of it.
struct BenchmarkModel: Decodable {
    /// `yunet`, `centerface` or `mesh`.
    let detector: String
    /// Whether it is taken unless another is asked for.
    let `default`: Bool
    /// Where it is; `nil` where it is missing.
    let path: String?

    /// The bytes of the model that the program takes for a detector; `nil` where it is missing.
    static func bytes(of detector: String, facecap: String) throws -> [UInt8]? {
        let lines = try ChildRun([facecap, "models", "list", "--json"]).output
            .split(separator: UInt8(ascii: "\n"))
        let models = try lines.map { try JSONDecoder().decode(Self.self, from: $0) }
            .filter { $0.detector == detector }
        let model = models.first(where: \.default) ?? models.first
        return try model?.path.map { Array(try Data(contentsOf: URL(filePath: $0))) }
    }
}
