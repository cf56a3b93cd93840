// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials

/// Numbers that look random and are the same for the same seed (SplitMix64).
public struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    /// The numbers of a seed.
    public init(seed: UInt64) { state = seed }

    /// The next 64 bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension SeededNumbers {
    /// A number in 0..<1.
    public mutating func nextUnit() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// A number around 0 with a standard deviation of 1, nearly normal.
    public mutating func nextNormal() -> Double {
        (0..<12).reduce(-6) { sum, _ in sum + nextUnit() }
    }
}

extension SeededNumbers {
    /// Other numbers in each run, whose seed is printed; `FACECAP_SEED` repeats those of a run.
    ///
    /// - Parameter test: the test that takes them.
    public static func fresh(for test: String = #function) -> SeededNumbers {
        let given = ProcessInfo.processInfo.environment["FACECAP_SEED"].flatMap { UInt64($0) }
        let seed = given ?? .random(in: .min ... .max)
        print("FACECAP_SEED=\(seed) of \(test)")
        return SeededNumbers(seed: seed)
    }
}
