/// What holds for samples of a fragment that do not say it themselves.
struct SampleDefaults {
    /// From 1.
    var description: UInt32 = 1
    var duration: UInt32 = 0
    var byteCount: UInt32 = 0
    var flags: UInt32 = 0
}
