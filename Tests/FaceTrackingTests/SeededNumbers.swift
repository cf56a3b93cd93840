/// Numbers that look random and are the same in every run.
struct SeededNumbers {
    private var state: UInt64

    init(seed: UInt64) { state = seed &+ 0x9E37_79B9_7F4A_7C15 }

    /// A number in 0..<1.
    mutating func next() -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 33) / Double(1 << 31)
    }

    /// A number around 0 with a standard deviation of 1, nearly normal.
    mutating func nextNormal() -> Double {
        (0..<12).reduce(-6) { sum, _ in sum + next() }
    }
}
