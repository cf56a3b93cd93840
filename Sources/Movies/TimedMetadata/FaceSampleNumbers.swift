// SPDX-License-Identifier: Apache-2.0
internal import MovieBoxes

/// Finds and changes the ids of faces and the numbers of frames in samples of a face track, and leaves every
/// other byte as it is.
package struct FaceSampleNumbers: Sendable {
    /// The greatest that there are, 0 for none.
    package struct Greatest: Sendable, Hashable {
        /// An id of a face.
        package var faceID: UInt32 = 0
        /// A number of a frame.
        package var frame: UInt64 = 0

        /// None yet.
        package init() {}
    }

    private enum Field { case faceID, frame }

    private let face: UInt32
    private let faceID: UInt32?
    private let idLists: Set<UInt32>
    private let frame: UInt32?

    /// The numbers in the samples of a track with this sample entry; `nil` where they hold no faces.
    package init?(sampleEntry: [UInt8]) {
        guard let entry = BoxedMetadataEntry(reading: sampleEntry) else { return nil }
        func id(_ key: FaceKey) -> UInt32? {
            entry.names.filter { $0.value == key.name }.keys.min()
        }
        guard let face = id(.face) else { return nil }
        self.face = face
        faceID = id(.faceID)
        frame = id(.frameNumber)
        idLists = Set([id(.frameHidden), id(.frameRenamed)].compactMap(\.self))
    }

    /// Looks for greater ones in a sample.
    package func find(_ greatest: inout Greatest, in sample: [UInt8]) {
        forEach(in: sample) { field, bytes in
            var reader = BoxReader(bytes)
            switch field {
            case .faceID: greatest.faceID = max(greatest.faceID, reader.read() ?? 0)
            case .frame: greatest.frame = max(greatest.frame, reader.read() ?? 0)
            }
        }
    }

    /// Adds to all of a sample; those that get too large stay as they are.
    package func add(_ addition: Greatest, to sample: inout [UInt8]) {
        var changes: [(place: Int, bytes: [UInt8])] = []
        forEach(in: sample) { field, bytes in
            func add<Number: FixedWidthInteger>(_ number: Number) {
                var (reader, writer) = (BoxReader(bytes), BoxWriter())
                let sum = (reader.read(Number.self) ?? 0).addingReportingOverflow(number)
                if sum.overflow { return }
                writer.append(sum.partialValue)
                changes.append((bytes.startIndex, writer.bytes))
            }
            switch field {
            case .faceID: add(addition.faceID)
            case .frame: add(addition.frame)
            }
        }
        for (place, bytes) in changes {
            sample.replaceSubrange(place..<place + bytes.count, with: bytes)
        }
    }

    private func forEach(in sample: [UInt8], _ body: (Field, ArraySlice<UInt8>) -> Void) {
        var reader = BoxReader(sample)
        while let item = reader.readBox() {
            let id = item.type.rawValue
            if id == face {
                forEachFace(in: item.content) { body(.faceID, $0) }
            } else if id == frame, item.content.count == 8 {
                body(.frame, item.content)
            } else if idLists.contains(id) {
                var rest = item.content
                while rest.count >= 4 {
                    body(.faceID, rest.prefix(4))
                    rest = rest.dropFirst(4)
                }
            }
        }
    }

    private func forEachFace(in item: ArraySlice<UInt8>, _ body: (ArraySlice<UInt8>) -> Void) {
        var records = BoxReader(item)
        while let record = records.readBox() {
            guard record.type == "crec" else { continue }
            var inner = BoxReader(record.content)
            guard let items = inner.readBox(), items.type == "cits" else { continue }
            var fields = BoxReader(items.content)
            while let field = fields.readBox() {
                if field.type.rawValue == faceID, field.content.count == 4 { body(field.content) }
            }
        }
    }
}
