// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Glibc
import MovieBoxes
import MovieEditing
import MovieReading

/// In memory, so that many a second are written.
private let folder: String = {
    let path = "/dev/shm/facecap-fuzzing-\(getpid())"
    mkdir(path, 0o700)
    atexit { for name in ["/in.mp4", "/out.mp4", ""] { _ = remove(folder + name) } }
    return path
}()
private let input = folder + "/in.mp4"
private let output = folder + "/out.mp4"

/// Copies, joins and recovers a movie made of the fuzzer's bytes; what is written has to be a movie.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMovieEditing(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard
        let reader = try? MovieReader(
            bytes: Array(UnsafeBufferPointer(start: start, count: count)))
    else { return 0 }
    var editor = MovieEditor(reader)
    if let summary = try? editor.write(to: output, overwriting: true, isFastStart: count % 2 == 0) {
        check(trackCount: summary.trackCount)
    }
    editor.removeTracks(where: \.hasFaces)
    editor.removeDescription()
    editor.takeLanguages(of: reader)
    _ = try? editor.takeMetadata(of: reader)
    _ = try? editor.rebuiltFrameTimes(of: nil)
    if let summary = try? editor.write(to: output, overwriting: true) {
        check(trackCount: summary.trackCount)
    }
    guard write(start, count) else { return 0 }
    if let joiner = try? MovieJoiner([input, input]),
        (try? joiner.write(to: output, overwriting: true)) != nil
    {
        check(trackCount: nil)
    }
    if (try? MovieRecovery.recover(path: input, output: output, overwriting: true)) != nil {
        check(trackCount: nil)
    }
    _ = try? MovieRecovery.recover(path: input)
    return 0
}

private func write(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    guard let file = fopen(input, "w") else { return false }
    defer { fclose(file) }
    return fwrite(bytes, 1, count, file) == count
}

/// Checks that what was written opens, with all of its tracks.
private func check(trackCount: Int?) {
    guard let movie = try? MovieReader(path: output) else {
        preconditionFailure("What was written is no movie.")
    }
    if let trackCount { precondition(movie.tracks.count == trackCount) }
}
