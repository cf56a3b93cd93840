extension MovieReader {
    /// What the file is called in messages, on one line.
    public var name: String { bytes.name }

    /// How many bytes the file had when it was opened.
    public var byteCount: Int64 { bytes.byteCount }
}
