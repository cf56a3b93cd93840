"""Writes images of 192x192 pixels and what OpenCV's network makes of each with the weights of a face mesh.

Usage: mesh_outputs.py MODEL FOLDER PICTURE...

MODEL is the TensorFlow Lite file; it is written again as ONNX, which OpenCV reads. For each picture one file in
FOLDER, NAME: the packed BGR bytes, then 1405 little-endian floats: x, y and z of each point, and the logit of
there being a face.
"""

import pathlib
import struct
import sys

import cv2
import numpy

SIDE = 192


class Table:
    """A table of FlatBuffers."""

    def __init__(self, data, place):
        self.data, self.place = data, place

    def read(self, form, place):
        return struct.unpack_from("<" + form, self.data, place)[0]

    def find(self, field):
        table = self.place - self.read("i", self.place)
        if 4 + 2 * field >= self.read("H", table):
            return 0
        offset = self.read("H", table + 4 + 2 * field)
        return self.place + offset if offset else 0

    def number(self, field, form, usual=0):
        place = self.find(field)
        return self.read(form, place) if place else usual

    def follow(self, place):
        return place + self.read("I", place)

    def vector(self, field):
        place = self.find(field)
        if not place:
            return 0, 0
        start = self.follow(place)
        return start + 4, self.read("I", start)

    def tables(self, field):
        start, count = self.vector(field)
        return [Table(self.data, self.follow(start + 4 * i)) for i in range(count)]

    def table(self, field):
        return Table(self.data, self.follow(self.find(field)))

    def numbers(self, field):
        start, count = self.vector(field)
        return list(struct.unpack_from(f"<{count}i", self.data, start))

    def bytes(self, field):
        start, count = self.vector(field)
        return self.data[start : start + count]


def varint(value):
    out = b""
    while value > 127:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


def field(number, content):
    return varint(number << 3 | 2) + varint(len(content)) + content


def integer(number, value):
    return varint(number << 3) + varint(value)


class Onnx:
    """Nodes and constants of a network in ONNX."""

    def __init__(self):
        self.graph = b""

    def constant(self, name, values):
        kind = 1 if values.dtype == numpy.float32 else 7
        shape = b"".join(integer(1, extent) for extent in values.shape)
        self.graph += field(
            5, shape + integer(2, kind) + field(8, name.encode()) + field(9, values.tobytes()))
        return name

    def node(self, kind, inputs, output, **attributes):
        body = b"".join(field(1, name.encode()) for name in inputs) + field(2, output.encode())
        body += field(4, kind.encode())
        for name, value in attributes.items():
            if isinstance(value, int):
                parts = integer(3, value) + integer(20, 2)
            elif isinstance(value, str):
                parts = field(4, value.encode()) + integer(20, 3)
            else:
                parts = b"".join(integer(8, number) for number in value) + integer(20, 7)
            body += field(5, field(1, name.encode()) + parts)
        self.graph += field(1, body)

    def value(self, name, shape):
        dimensions = b"".join(field(1, integer(1, extent)) for extent in shape)
        kind = field(1, integer(1, 1) + field(2, dimensions))
        return field(1, name.encode()) + field(2, kind)

    def model(self, inputs, outputs):
        graph = self.graph + field(2, b"mesh")
        graph += b"".join(field(11, value) for value in inputs)
        graph += b"".join(field(12, value) for value in outputs)
        return integer(1, 7) + field(8, integer(2, 11)) + field(7, graph)


def pads(extent, kernel, stride, is_valid):
    """What is added before and behind along an axis."""
    if is_valid:
        return 0, 0
    more = max((-(-extent // stride) - 1) * stride + kernel - extent, 0)
    return more // 2, more - more // 2


def convert(data):
    model = Table(data, struct.unpack_from("<I", data)[0])
    codes = [max(code.number(0, "b"), code.number(3, "i")) for code in model.tables(1)]
    graph, buffers = model.tables(2)[0], model.tables(4)
    tensors, onnx, constants = graph.tables(0), Onnx(), {}
    shapes = [tensor.numbers(0) for tensor in tensors]
    kinds = {0: numpy.float32, 1: numpy.float16, 2: numpy.int32}
    for number, tensor in enumerate(tensors):
        raw = buffers[tensor.number(2, "I")].bytes(0)
        if raw:
            values = numpy.frombuffer(raw, kinds[tensor.number(1, "b")])
            constants[number] = values.reshape(shapes[number])

    def name(number):
        return f"t{number}"

    for node in graph.tables(3):
        code, inputs, output = codes[node.number(0, "I")], node.numbers(1), node.numbers(2)[0]
        options = node.table(4) if node.find(4) else None
        if code == 6:
            constants[output] = constants[inputs[0]].astype(numpy.float32)
        elif code in (3, 4):
            weights = constants[inputs[1]].transpose((3, 0, 1, 2) if code == 4 else (0, 3, 1, 2))
            stride, is_valid = options.number(1, "i"), options.number(0, "b") == 1
            around = [
                pads(extent, kernel, stride, is_valid)
                for extent, kernel in zip(shapes[inputs[0]][1:3], weights.shape[2:])
            ]
            onnx.node(
                "Conv",
                [
                    name(inputs[0]),
                    onnx.constant(name(output) + "w", numpy.ascontiguousarray(weights)),
                    onnx.constant(name(output) + "b", constants[inputs[2]]),
                ],
                name(output), kernel_shape=list(weights.shape[2:]), strides=[stride, stride],
                group=weights.shape[0] if code == 4 else 1,
                pads=[around[0][0], around[1][0], around[0][1], around[1][1]])
        elif code == 54:
            slopes = constants[inputs[1]].reshape(-1, 1, 1)
            onnx.node(
                "PRelu", [name(inputs[0]), onnx.constant(name(output) + "s", slopes)],
                name(output))
        elif code == 0:
            onnx.node("Add", [name(number) for number in inputs], name(output))
        elif code == 17:
            onnx.node(
                "MaxPool", [name(inputs[0])], name(output), kernel_shape=[2, 2], strides=[2, 2])
        elif code == 34:
            added = constants[inputs[1]]
            around = [added[axis][side] for side in (0, 1) for axis in (0, 3, 1, 2)]
            onnx.node(
                "Pad",
                [name(inputs[0]), onnx.constant(name(output) + "p", numpy.array(around, "int64"))],
                name(output), mode="constant")
        else:
            raise SystemExit(f"unknown operation {code}")
    names = [name(number) for number in graph.numbers(2)]
    values = [onnx.value(each, [1, 1, 1, 1]) for each in names]
    image = onnx.value(name(graph.numbers(1)[0]), [1, 3, SIDE, SIDE])
    return onnx.model([image], values), names


def main(model, folder, *pictures):
    network, names = convert(pathlib.Path(model).read_bytes())
    net = cv2.dnn.readNetFromONNX(numpy.frombuffer(network, numpy.uint8))
    for picture in map(pathlib.Path, pictures):
        image = cv2.imread(str(picture))
        image = cv2.resize(image, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
        net.setInput(cv2.dnn.blobFromImage(image, 1 / 255, swapRB=True))
        outputs = [output.reshape(-1) for output in net.forward(names)]
        outputs.sort(key=len, reverse=True)
        values = numpy.concatenate(outputs).astype("<f4")
        (pathlib.Path(folder) / picture.stem).write_bytes(image.tobytes() + values.tobytes())


main(*sys.argv[1:])
