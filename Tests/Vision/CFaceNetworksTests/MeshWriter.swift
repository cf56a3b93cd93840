// SPDX-License-Identifier: Apache-2.0
import TestSupport

/// Writes networks with the operations of the face mesh and random weights, in the FlatBuffers of TensorFlow
/// Lite; what is asked for may be changed to make another network of it.
struct MeshWriter {
    var poolStride: Int32 = 2
    var imageSide: Int32 = 192
    var pointValues: Int32 = 1404
    var hasResidual = true
    /// A weight of the first convolution that is given another value.
    var firstWeight: Float?

    private var numbers: SeededNumbers
    private var tensors: [FlatWriter] = []
    private var buffers: [FlatWriter] = [.table([:])]
    private var nodes: [FlatWriter] = []

    /// The numbers of the operations in the table of codes.
    private enum Code: Int32, CaseIterable {
        case add = 0, convolution = 3, depthwise = 4, dequantize = 6
        case pool = 17, pad = 34, prelu = 54
    }

    init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

    /// The bytes of a file.
    mutating func model() -> [UInt8] {
        let input = tensor([1, imageSide, imageSide, 3])
        var value = prelu(convolution(input, [16, 3, 3, 3], stride: 2, padding: 0), 16)
        value = unit(value, from: 16, to: 16, stride: 1)
        for (from, to) in [(16, 32), (32, 32), (32, 48), (48, 48)] as [(Int32, Int32)] {
            value = unit(value, from: from, to: to, stride: 2)
        }
        let shared = value
        let presence = head(unit(shared, from: 48, to: 48, stride: 2), 1)
        let deeper = unit(shared, from: 48, to: 48, stride: 2)
        let reduced = prelu(convolution(deeper, [32, 1, 1, 48], stride: 1, padding: 1), 32)
        let points = head(unit(reduced, from: 32, to: 32, stride: 1), pointValues)
        let graph = FlatWriter.table([
            0: .tables(tensors), 1: .integers([input]), 2: .integers([points, presence]),
            3: .tables(nodes),
        ])
        let codes = Code.allCases.map { code in
            FlatWriter.table([0: .int8(Int8(code.rawValue)), 3: .int32(code.rawValue)])
        }
        return FlatWriter.table([
            0: .int32(3), 1: .tables(codes), 2: .tables([graph]), 4: .tables(buffers),
        ]).file(identifier: "TFL3")
    }

    private mutating func head(_ input: Int32, _ outputs: Int32) -> Int32 {
        let channels: Int32 = outputs == 1 ? 48 : 32
        return convolution(input, [outputs, 3, 3, channels], stride: 3, padding: 1)
    }

    private mutating func unit(
        _ input: Int32, from: Int32, to: Int32, stride: Int32
    ) -> Int32 {
        let deep = node(
            .depthwise,
            [input, floats([1, 3, 3, from], scale: 0.4), floats([from], scale: 0.2)],
            [0: .int8(0), 1: .int32(stride), 2: .int32(stride), 3: .int32(1)])
        let wide = convolution(deep, [to, 1, 1, from], stride: 1, padding: 1)
        var other = input
        if stride == 2 {
            other = node(
                .pool, [input],
                [
                    0: .int8(1), 1: .int32(poolStride), 2: .int32(poolStride), 3: .int32(2),
                    4: .int32(2),
                ])
            if from < to {
                let paddings = constant(
                    [4, 2], type: 2,
                    ([0, 0, 0, 0, 0, 0, 0, to - from] as [Int32]).flatMap(FlatWriter.little))
                other = node(.pad, [other, paddings])
            }
        }
        return prelu(hasResidual ? node(.add, [other, wide], [0: .int8(0)]) : wide, to)
    }

    private mutating func prelu(_ input: Int32, _ channels: Int32) -> Int32 {
        node(.prelu, [input, floats([1, 1, channels], scale: 0.5)])
    }

    private mutating func convolution(
        _ input: Int32, _ shape: [Int32], stride: Int32, padding: Int8
    ) -> Int32 {
        let inputs = Double(shape[1] * shape[2] * shape[3])
        let output = tensor(shape[1] == 3 && stride == 3 ? [1, 1, 1, shape[0]] : [1])
        return node(
            .convolution,
            [
                input, floats(shape, scale: 1.2 / inputs.squareRoot()),
                floats([shape[0]], scale: 0.2),
            ], [0: .int8(padding), 1: .int32(stride), 2: .int32(stride)], output: output)
    }

    private mutating func node(
        _ code: Code, _ inputs: [Int32], _ options: [Int: FlatWriter] = [:], output: Int32? = nil
    ) -> Int32 {
        let output = output ?? tensor([1])
        let index = Int32(Code.allCases.firstIndex(of: code) ?? 0)
        nodes.append(
            .table([
                0: .int32(index), 1: .integers(inputs), 2: .integers([output]),
                4: .table(options),
            ]))
        return output
    }

    private mutating func tensor(_ shape: [Int32], type: Int8 = 0, buffer: Int32 = 0) -> Int32 {
        tensors.append(
            .table([0: .integers(shape), 1: .int8(type), 2: .int32(buffer)]))
        return Int32(tensors.count - 1)
    }

    private mutating func constant(_ shape: [Int32], type: Int8, _ bytes: [UInt8]) -> Int32 {
        buffers.append(.table([0: .bytes(bytes)]))
        return tensor(shape, type: type, buffer: Int32(buffers.count - 1))
    }

    /// Half of the constants have half as many bits.
    private mutating func floats(_ shape: [Int32], scale: Double) -> Int32 {
        var values = (0..<Int(shape.reduce(1, *))).map { _ in
            Float(scale * (2 * numbers.nextUnit() - 1))
        }
        if let firstWeight, shape.count == 4 {
            values[0] = firstWeight
            self.firstWeight = nil
        }
        guard numbers.next().isMultiple(of: 2) else {
            return constant(shape, type: 0, values.flatMap { FlatWriter.little($0.bitPattern) })
        }
        let halves = constant(
            shape, type: 1, values.flatMap { FlatWriter.little(Self.half($0)) })
        return node(.dequantize, [halves], output: tensor(shape))
    }

    /// The bits of a half-precision number, cut off.
    private static func half(_ value: Float) -> UInt16 {
        let bits = value.bitPattern
        let sign = UInt16(bits >> 16 & 0x8000)
        guard value.isFinite else { return sign | (value.isNaN ? 0x7e00 : 0x7c00) }
        let exponent = Int(bits >> 23 & 255) - 112
        let fraction = bits & 0x7f_ffff | 0x80_0000
        if exponent >= 31 { return sign | 0x7bff }
        if exponent <= 0 {
            return exponent < -10 ? sign : sign | UInt16(fraction >> UInt32(14 - exponent))
        }
        return sign | UInt16(exponent) << 10 | UInt16(fraction >> 13 & 1023)
    }
}
