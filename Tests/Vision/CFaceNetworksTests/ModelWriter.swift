// SPDX-License-Identifier: Apache-2.0
import TestSupport

/// Writes networks with the operations of YuNet 2023 and random weights, in the protocol buffers of
/// ONNX; what is asked for may be left out or changed to make another network of it.
struct ModelWriter {
    /// Whether there are shared units before the heads, as in the larger network.
    var hasShared = true
    var poolStride = 2
    var resizeMode = "nearest"
    /// A weight of the first convolution that is given another value.
    var firstWeight: Float?

    private var numbers: SeededNumbers
    private var graph: [UInt8] = []
    private var count = 0

    init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

    /// The bytes of a file.
    mutating func model() -> [UInt8] {
        var value = relu(convolution("input", [16, 3, 3, 3], stride: 2, group: 1))
        let widths = [16, 16, 32, 32, 64, 64, 64, 64, 64, 64, 64, 64]
        var kept: [Int: String] = [:]
        for (index, width) in widths.enumerated() {
            value = unit(value, from: index == 0 ? 16 : widths[index - 1], to: width)
            kept[index] = value
            if [0, 4, 6, 8].contains(index) { value = pool(value) }
        }
        let coarse = value
        let middle = unit(sum(kept[8] ?? "", coarse), from: 64, to: 64)
        let fine = unit(sum(kept[6] ?? "", middle), from: 64, to: 64)
        for (level, start) in [fine, middle, coarse].enumerated() {
            let start = hasShared ? unit(start, from: 64, to: 64) : start
            for (name, channels) in [("cls", 1), ("obj", 1), ("bbox", 4), ("kps", 10)] {
                head(start, "\(name)_\(8 << level)", channels: channels)
            }
        }
        return [1 << 3, 6] + Self.field(7, graph)
    }

    private mutating func head(_ start: String, _ name: String, channels: Int) {
        let logits = unit(start, from: 64, to: channels, isRectified: false)
        let transposed = node(
            "Transpose", [logits], [Self.attribute("perm", integers: [0, 2, 3, 1])])
        let shape = integers([1, -1, Int64(channels)])
        if channels == 1 {
            let reshaped = node("Reshape", [transposed, shape])
            _ = node("Sigmoid", [reshaped], output: name)
        } else {
            _ = node("Reshape", [transposed, shape], output: name)
        }
    }

    private mutating func unit(
        _ input: String, from: Int, to: Int, isRectified: Bool = true
    ) -> String {
        let first = convolution(input, [to, from, 1, 1], stride: 1, group: 1)
        let second = convolution(first, [to, 1, 3, 3], stride: 1, group: to)
        return isRectified ? relu(second) : second
    }

    private mutating func convolution(
        _ input: String, _ shape: [Int], stride: Int, group: Int
    ) -> String {
        let weights = floats(shape, scale: 2 / Double(shape[1] * shape[2] * shape[3]).squareRoot())
        let bias = floats([shape[0]], scale: 0.5)
        let side = Int64(shape[2])
        return node(
            "Conv", [input, weights, bias],
            [
                Self.attribute("dilations", integers: [1, 1]),
                Self.attribute("group", integer: Int64(group)),
                Self.attribute("kernel_shape", integers: [side, side]),
                Self.attribute("pads", integers: Array(repeating: side / 2, count: 4)),
                Self.attribute("strides", integers: [Int64(stride), Int64(stride)]),
            ])
    }

    private mutating func relu(_ input: String) -> String { node("Relu", [input]) }

    private mutating func pool(_ input: String) -> String {
        node(
            "MaxPool", [input],
            [
                Self.attribute("kernel_shape", integers: [2, 2]),
                Self.attribute("strides", integers: [Int64(poolStride), Int64(poolStride)]),
            ])
    }

    private mutating func sum(_ fine: String, _ coarse: String) -> String {
        let scales = tensor(
            type: 1, [4], [Float(1), 1, 2, 2].flatMap { Self.little($0.bitPattern) })
        let doubled = node(
            "Resize", [coarse, "", scales],
            [
                Self.attribute("coordinate_transformation_mode", text: "asymmetric"),
                Self.attribute("mode", text: resizeMode),
                Self.attribute("nearest_mode", text: "floor"),
            ])
        return node("Add", [fine, doubled])
    }

    private mutating func name() -> String {
        count += 1
        return "value\(count)"
    }

    private mutating func node(
        _ operation: String, _ inputs: [String], _ attributes: [[UInt8]] = [],
        output: String? = nil
    ) -> String {
        let output = output ?? name()
        let body =
            inputs.flatMap { Self.field(1, Array($0.utf8)) } + Self.field(2, Array(output.utf8))
            + Self.field(4, Array(operation.utf8)) + attributes.flatMap { Self.field(5, $0) }
        graph += Self.field(1, body)
        return output
    }

    private mutating func floats(_ shape: [Int], scale: Double) -> String {
        var values = (0..<shape.reduce(1, *)).map { _ in
            Float(scale * (2 * numbers.nextUnit() - 1))
        }
        // Bytes are as large as 255.
        if shape == [16, 3, 3, 3] { values = values.map { $0 / 128 } }
        if let firstWeight, shape.count == 4 {
            values[0] = firstWeight
            self.firstWeight = nil
        }
        return tensor(type: 1, shape, values.flatMap { Self.little($0.bitPattern) })
    }

    private mutating func integers(_ values: [Int64]) -> String {
        tensor(type: 7, [values.count], values.flatMap { Self.little(UInt64(bitPattern: $0)) })
    }

    private mutating func tensor(type: UInt8, _ shape: [Int], _ raw: [UInt8]) -> String {
        let name = name()
        graph += Self.field(
            5,
            shape.flatMap { [1 << 3] + Self.varint(UInt64($0)) } + [2 << 3, type]
                + Self.field(8, Array(name.utf8)) + Self.field(9, raw))
        return name
    }

    private static func attribute(_ name: String, integers: [Int64]) -> [UInt8] {
        field(1, Array(name.utf8)) + integers.flatMap { [8 << 3] + varint(UInt64(bitPattern: $0)) }
    }

    private static func attribute(_ name: String, integer: Int64) -> [UInt8] {
        field(1, Array(name.utf8)) + [3 << 3] + varint(UInt64(bitPattern: integer))
    }

    private static func attribute(_ name: String, text: String) -> [UInt8] {
        field(1, Array(name.utf8)) + field(4, Array(text.utf8))
    }

    private static func field(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
        [number << 3 | 2] + varint(UInt64(content.count)) + content
    }

    private static func varint(_ value: UInt64) -> [UInt8] {
        var rest = value
        var bytes: [UInt8] = []
        while rest > 127 {
            bytes.append(UInt8(rest & 127) | 128)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }

    private static func little<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
}
