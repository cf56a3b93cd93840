import FaceValues
import Foundation
import Glibc
import TestSupport
import Testing

@testable import FacePhotos

@Suite struct PhotoStorageTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var path: String { folder.path + "/photo.jpg" }

    private func content(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: path)))
    }

    @Test func aFileAppearsWhole() throws {
        try PhotoStorage.write([1, 2, 3], to: path, overwriting: false)
        #expect(try content(path) == [1, 2, 3])
        #expect(folder.contents == ["photo.jpg"])
    }

    @Test func aFileThatExistsIsReplacedOnlyWhereThatIsAllowed() throws {
        try folder.write([9], to: "photo.jpg")
        #expect {
            try PhotoStorage.write([1], to: path, overwriting: false)
        } throws: { ($0 as? FacecapError)?.systemError == EEXIST }
        #expect(try content(path) == [9])
        try PhotoStorage.write([1], to: path, overwriting: true)
        #expect(try content(path) == [1])
        #expect(folder.contents == ["photo.jpg"])
    }

    @Test func aSymbolicLinkStaysOneAndItsFileKeepsItsPermissions() throws {
        let file = try folder.write([9], to: "real.jpg")
        #expect(chmod(file, 0o640) == 0)
        #expect(symlink("real.jpg", path) == 0)
        try PhotoStorage.write([1], to: path, overwriting: true)
        #expect(try content(file) == [1])
        var status = stat()
        #expect(lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o640)
    }

    @Test(arguments: ["/dev/full", "/none/photo.jpg", "/dev/null"])
    func whereNothingCanBeWrittenThatIsSaid(path: String) {
        #expect {
            try PhotoStorage.write([1], to: path, overwriting: true)
        } throws: { ($0 as? FacecapError)?.message.contains(path) == true }
    }
}
