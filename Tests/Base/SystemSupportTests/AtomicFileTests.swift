// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Foundation
import Glibc
import TestSupport
import Testing

@testable import SystemSupport

@Suite struct AtomicFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var path: String { folder.path + "/a.bin" }

    private func content(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: path)))
    }

    private func error(_ body: () throws -> Void) -> FacecapError? {
        do {
            try body()
            return nil
        } catch {
            return error as? FacecapError
        }
    }

    private func mode(_ path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode : nil
    }

    @Test func aFileAppearsWhole() throws {
        try AtomicFile.write([1, 2, 3], to: path, overwriting: false)
        #expect(try content(path) == [1, 2, 3])
        #expect(folder.contents == ["a.bin"])
    }

    @Test func nothingIsSeenOfAFileBeforeItTakesItsName() throws {
        try folder.write([9], to: "a.bin")
        do {
            let file = try AtomicFile(creating: path, overwriting: true)
            try file.write([1, 2], at: 0)
            try file.synchronize()
            #expect(!file.isPublished)
            #expect(try content(path) == [9])
        }
        #expect(try content(path) == [9])
        #expect(folder.contents == ["a.bin"])
    }

    @Test(arguments: [("", "has no name"), ("/a\0b.bin", "holds a NUL")])
    func aFileNeedsANameThatItCanHave(name: String, reason: String) throws {
        let path = name.isEmpty ? "" : folder.path + name
        let failure = error { try AtomicFile.write([1], to: path, overwriting: true) }
        #expect(failure?.code == .outputFailed && failure?.message.contains(reason) == true)
        #expect(folder.contents.isEmpty)
    }

    @Test func whatIsWrittenLaterGoesToTheSameFile() throws {
        let file = try AtomicFile(creating: path, overwriting: false)
        try file.write([1], at: 0)
        try file.publish()
        try file.write([2], at: 1)
        try file.publish()
        #expect(try content(path) == [1, 2])
        #expect(file.byteCount == 2)
    }

    @Test func whetherAProgramWritesToAFileIsKnown() throws {
        try folder.write([1], to: "a.bin")
        try FileUse.checkNoWriter(of: path)
        let writer = open(path, O_WRONLY)
        #expect(writer >= 0)
        let error = error { try FileUse.checkNoWriter(of: path) }
        #expect(error?.code == .outputFailed)
        #expect(error?.message.contains("is being written by a program") == true)
        close(writer)
        try FileUse.checkNoWriter(of: path)
    }

    @Test func aFileThatIsWrittenReplacedOrGoneIsNotUnchanged() throws {
        func isUnchanged(_ change: () throws -> Void) throws -> Bool {
            try folder.write([1, 2, 3], to: "a.bin")
            let file = UnchangedFile(path: path)
            try change()
            return error { try file.check() } == nil
        }
        #expect(try isUnchanged { _ = try content(path) })
        #expect(try !isUnchanged { truncate(path, 2) })
        // A moment later, which the clock of the file system may be too coarse for.
        #expect(
            try !isUnchanged {
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSinceNow: 1)], ofItemAtPath: path)
            })
        #expect(
            try !isUnchanged {
                try folder.write([1, 2, 3], to: "b.bin")
                rename(folder.path + "/b.bin", path)
            })
        #expect(try !isUnchanged { unlink(path) })
    }

    @Test func aFileThatExistsIsReplacedOnlyWhereThatIsAllowed() throws {
        try folder.write([9], to: "a.bin")
        let refusal = error { try AtomicFile.write([1], to: path, overwriting: false) }
        #expect(refusal?.code == .outputFailed && refusal?.systemError == EEXIST)
        #expect(try content(path) == [9])
        try AtomicFile.write([1], to: path, overwriting: true)
        #expect(try content(path) == [1])
        #expect(folder.contents == ["a.bin"])
    }

    @Test func aNameThatWasTakenInTheMeantimeIsNotTakenAway() throws {
        let file = try AtomicFile(creating: path, overwriting: false)
        try folder.write([9], to: "a.bin")
        #expect(error { try file.publish() }?.systemError == EEXIST)
        file.remove()
        #expect(try content(path) == [9])
    }

    @Test func aRemovedFileLeavesOnlyItsOwnName() throws {
        let file = try AtomicFile(creating: path, overwriting: false)
        try file.publish()
        try folder.write([9], to: "b.bin")
        #expect(rename(folder.path + "/b.bin", path) == 0)
        file.remove()
        #expect(try content(path) == [9])
        let other = try AtomicFile(creating: path, overwriting: true)
        try other.publish()
        other.remove()
        try other.publish()
        #expect(folder.contents == [])
    }

    @Test func aFileThatIsBeingWrittenIsNotReplaced() throws {
        let first = try AtomicFile(creating: path, overwriting: true)
        // It has no name yet that the other one could stand in the way of.
        let second = try AtomicFile(creating: path, overwriting: true)
        try first.write([1], at: 0)
        try first.publish()
        try second.write([2], at: 0)
        for refusal in [
            error { try second.publish() },
            error { try AtomicFile.check(path, overwriting: true) },
            error { _ = try AtomicFile(creating: path, overwriting: true) },
            error { try AtomicFile.write([3], to: path, overwriting: true) },
        ] {
            #expect(refusal?.code == .outputFailed)
            #expect(refusal?.message.contains("is being written by a program") == true)
        }
        try first.write([4], at: 1)
        #expect(try content(path) == [1, 4])
        #expect(folder.contents == ["a.bin"])
    }

    @Test func aFileThatWasRefusedDoesNotComeBackOnceTheOtherOneIsWhole() throws {
        var first: AtomicFile? = try AtomicFile(creating: path, overwriting: true)
        let second = try AtomicFile(creating: path, overwriting: true)
        try first?.write([1], at: 0)
        try first?.publish()
        #expect(error { try second.publish() }?.code == .outputFailed)
        first = nil
        try second.publish()
        #expect(!second.isPublished)
        #expect(try content(path) == [1])
        #expect(folder.contents == ["a.bin"])
    }

    @Test func ofManyThatReplaceAFileAtOnceOneDoes() async throws {
        try folder.write([9], to: "a.bin")
        let files = try (0..<8).map { _ in try AtomicFile(creating: path, overwriting: true) }
        await withTaskGroup(of: Void.self) { group in
            for file in files { group.addTask { try? file.publish() } }
        }
        #expect(files.count(where: \.isPublished) == 1)
        #expect(folder.contents == ["a.bin"])
    }

    @Test func aFileOfTheCallersOwnIsReplacedWhileItIsWritten() throws {
        let first = try AtomicFile(creating: path, overwriting: true)
        try first.publish()
        let second = try AtomicFile(
            creating: path, overwriting: true, insteadOf: first.identity)
        try second.write([2], at: 0)
        try second.publish()
        #expect(try content(path) == [2])
    }

    @Test func aSymbolicLinkStaysOneAndItsFileKeepsItsPermissions() throws {
        let file = try folder.write([9], to: "real.bin")
        #expect(chmod(file, 0o640) == 0)
        #expect(symlink("real.bin", path) == 0)
        try AtomicFile.write([1], to: path, overwriting: true)
        #expect(try content(file) == [1])
        #expect(mode(path).map { $0 & S_IFMT } == S_IFLNK)
        #expect(mode(file).map { $0 & 0o777 } == 0o640)
    }

    @Test(arguments: [200, 250, 255])
    func aNameMayBeAsLongAsTheFileSystemTakes(length: Int) throws {
        let path = folder.path + "/" + String(repeating: "n", count: length)
        try AtomicFile.write([1], to: path, overwriting: false)
        try AtomicFile.write([2], to: path, overwriting: true)
        #expect(try content(path) == [2])
        #expect(folder.contents.count == 1)
    }

    @Test func aNameThatIsNoTextIsWrittenByteForByte() throws {
        let name = String(pathBytes: [0x66, 0xE4, 0xFF, 0x2E, 0x6D])
        try AtomicFile.write([1], to: folder.path + "/" + name, overwriting: false)
        let found = try #require(opendir(folder.path))
        defer { closedir(found) }
        var names: [[UInt8]] = []
        while let entry = readdir(found) {
            names.append(
                withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) })
        }
        #expect(names.contains([0x66, 0xE4, 0xFF, 0x2E, 0x6D]))
    }

    @Test func aFileBesidesAnotherHasNoName() throws {
        let file = try AtomicFile(besides: path)
        try file.write([1, 2, 3], at: 0)
        try file.publish()
        #expect(folder.contents == [])
        var bytes = [UInt8](repeating: 0, count: 3)
        let count = try bytes.withUnsafeMutableBytes { try file.read(into: $0, at: 0) }
        #expect(count == 3 && bytes == [1, 2, 3])
    }

    @Test func whereNothingCanBeWrittenThatIsSaid() throws {
        try folder.write([9], to: "file")
        #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
        let places: [(path: String, number: Int32?)] = [
            ("/dev/full", nil), ("/dev/null", nil), (folder.path + "/pipe", nil),
            ("/none/a.bin", ENOENT), (folder.path, EISDIR), (folder.path + "/new/", EISDIR),
            (folder.path + "/file/a.bin", ENOTDIR),
            (folder.path + "/" + String(repeating: "n", count: 256), ENAMETOOLONG),
        ]
        for (path, number) in places {
            let failure = error { try AtomicFile.write([1], to: path, overwriting: true) }
            #expect(failure?.code == .outputFailed, "\(path)")
            #expect(failure?.systemError == number, "\(path)")
            #expect(failure?.message.hasPrefix(path) == true)
        }
        #expect(folder.contents == ["file", "pipe"])
    }
}
