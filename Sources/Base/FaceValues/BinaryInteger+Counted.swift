// SPDX-License-Identifier: Apache-2.0
extension BinaryInteger {
    /// How many of something there are, as people read it: `1 frame`, `2 frames`, `3 stretches`.
    package func counted(_ noun: String) -> String {
        guard self != 1 else { return "1 \(noun)" }
        return "\(self) \(noun)" + (["ch", "s", "x"].contains(where: noun.hasSuffix) ? "es" : "s")
    }
}
