internal import MovieBoxes

/// ISO/IEC 14496-12 8.7.1 and 8.7.2, Data Information and Data Reference (`dinf`, `dref`): the samples
/// lie in the same file (`url `, in a `.mov` `alis`, flags 1).
struct DataInformationBox: Equatable {
    var fileType: MovieFileType

    func write(to writer: inout BoxWriter) {
        writer.box("dinf") { writer in
            writer.box("dref", version: 0) { writer in
                writer.append(UInt32(1))
                writer.box(fileType == .mov ? "alis" : "url ", version: 0, flags: 1) { _ in }
            }
        }
    }
}
