// SPDX-License-Identifier: Apache-2.0
internal import CALSA

/// How a device's samples lie, of the ways that are read.
enum PCMSampleFormat: Sendable, Hashable, CaseIterable {
    // In the order in which they are asked for.
    case float32, signed32, signed16

    /// ALSA's number of the format.
    var alsa: snd_pcm_format_t {
        switch self {
        case .float32: SND_PCM_FORMAT_FLOAT_LE
        case .signed32: SND_PCM_FORMAT_S32_LE
        case .signed16: SND_PCM_FORMAT_S16_LE
        }
    }

    /// ALSA's name of the format.
    var name: String {
        switch self {
        case .float32: "FLOAT_LE"
        case .signed32: "S32_LE"
        case .signed16: "S16_LE"
        }
    }

    /// The bytes of a sample.
    var byteCount: Int { self == .signed16 ? 2 : 4 }

    /// The samples in a device's bytes, as floats of -1...1; what is no number is silent.
    func floats(in bytes: UnsafeRawBufferPointer) -> [Float] {
        let count = bytes.count / byteCount
        return [Float](unsafeUninitializedCapacity: count) { floats, initialized in
            for index in 0..<count {
                floats[index] =
                    switch self {
                    case .float32: bytes.loadUnaligned(as: Float.self, at: index).orSilence
                    case .signed32:
                        Float(bytes.loadUnaligned(as: Int32.self, at: index)) / 2_147_483_648
                    case .signed16: Float(bytes.loadUnaligned(as: Int16.self, at: index)) / 32_768
                    }
            }
            initialized = count
        }
    }
}

extension UnsafeRawBufferPointer {
    /// The value at an index of an array of such values.
    fileprivate func loadUnaligned<Value: BitwiseCopyable>(as type: Value.Type, at index: Int)
        -> Value
    {
        loadUnaligned(fromByteOffset: index * MemoryLayout<Value>.size, as: type)
    }
}

extension Float {
    fileprivate var orSilence: Float { isFinite ? self : 0 }
}
