// SPDX-License-Identifier: Apache-2.0
/// The package the tests belong to.
public enum Repository {
    /// A file below the package's folder.
    public static func path(_ relative: String) -> String {
        // Tests/TestSupport/Repository.swift lies three levels below it.
        #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/" + relative
    }
}
