/// The package the tests belong to.
public enum Repository {
    /// A file below the package's folder.
    public static func path(_ relative: String, file: String = #filePath) -> String {
        // Tests/TestSupport/Repository.swift lies three levels below it.
        file.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/" + relative
    }
}
