// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestSupport
import Testing

@testable import SystemSupport

/// What writers leave that died before their file had its name.
@Suite struct TemporaryNameTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var path: String { folder.path + "/a.mp4" }

    /// A leftover of `a.mp4` with some content.
    private func leave(_ bytes: [UInt8]) throws -> String {
        let leftover = try #require(
            TemporaryName(for: path).take { name in
                let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL, 0o600)
                if descriptor >= 0 { close(descriptor) }
                return descriptor >= 0
            })
        try folder.write(bytes, to: String(leftover.dropFirst(folder.path.count + 1)))
        return leftover
    }

    @Test func theNextWriterOfTheNameRemovesWhatDeadOnesLeft() throws {
        let leftovers = [try leave([1]), try leave([2])]
        try AtomicFile.write([9], to: folder.path + "/b.mp4", overwriting: false)
        #expect(leftovers.allSatisfy { Files.exists($0) })
        try AtomicFile.write([9], to: path, overwriting: false)
        #expect(folder.contents == ["a.mp4", "b.mp4"])
    }

    @Test func theFileOfALivingWriterStays() throws {
        let leftover = try leave([1])
        let descriptor = open(leftover, O_RDONLY)
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        try AtomicFile.write([9], to: path, overwriting: false)
        #expect(Files.exists(leftover))
        close(descriptor)
        try AtomicFile.write([9], to: path, overwriting: true)
        #expect(!Files.exists(leftover))
    }

    @Test func whatHoldsFragmentsOfAMovieStays() throws {
        let box: (String, Int) -> [UInt8] = { type, size in
            [0, 0, 0, UInt8(size)] + Array(type.utf8) + Array(repeating: 0, count: size - 8)
        }
        let fragments = try leave(box("ftyp", 16) + box("moov", 8) + box("moof", 8))
        let none = try leave(box("ftyp", 16) + box("moov", 8) + box("free", 8))
        try AtomicFile.write([9], to: path, overwriting: false)
        #expect(Files.exists(fragments))
        #expect(!Files.exists(none))
    }

    @Test func whatIsNoRegularFileStays() throws {
        let leftover = try leave([1])
        #expect(unlink(leftover) == 0 && symlink("/dev/null", leftover) == 0)
        try AtomicFile.write([9], to: path, overwriting: false)
        #expect(Files.exists(leftover))
    }

    @Test func theNameFitsHoweverLongTheOtherIs() throws {
        let long = folder.path + "/" + String(repeating: "n", count: 255)
        let name = try #require(TemporaryName(for: long).take { _ in true })
        #expect(name.dropFirst(folder.path.count).utf8.count < 48)
        #expect(name.hasPrefix(folder.path + "/"))
    }
}
