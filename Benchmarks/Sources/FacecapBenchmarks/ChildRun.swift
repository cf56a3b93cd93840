// SPDX-License-Identifier: Apache-2.0
import CSubreaper
import Foundation
import Glibc

/// One run of a program to its end, with what it cost. Nothing else is started meanwhile: whatever is, is counted.
struct ChildRun {
    /// User and system time of the process, its threads and all processes that it started, in seconds.
    let cpuSeconds: Double
    /// Wall time from start to end, in seconds.
    let wallSeconds: Double
    /// Wall time from start to the first record with faces on standard output, in seconds; that of the whole
    /// run where there is none.
    let firstFacesSeconds: Double
    let output: Data

    /// The analysed and skipped frames in JSON Lines.
    var frameCount: Int {
        output.split(separator: UInt8(ascii: "\n")).count { $0.starts(with: Self.facesRecord) }
    }

    private static let facesRecord = Data(#"{"type":"faces""#.utf8)

    /// Runs `arguments` (the program's path first) and reads its standard output.
    init(_ arguments: [String]) throws {
        facecap_become_subreaper()
        let others = Self.children
        let pipe = Pipe()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, pipe.fileHandleForWriting.fileDescriptor, 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var argv = arguments.map { strdup($0) }
        argv.append(nil)
        defer { for argument in argv { free(argument) } }
        let start = Self.now
        var pid = pid_t()
        let failure = posix_spawn(&pid, arguments[0], &actions, nil, argv, environ)
        guard failure == 0 else { throw BenchmarkError("cannot run \(arguments[0])") }
        try pipe.fileHandleForWriting.close()
        var bytes = Data()
        var firstFaces: Double?
        while case let more = pipe.fileHandleForReading.availableData, !more.isEmpty {
            bytes.append(more)
            if firstFaces == nil, bytes.range(of: Self.facesRecord) != nil {
                firstFaces = Self.now - start
            }
        }
        var status: Int32 = 0
        var usage = rusage()
        guard wait4(pid, &status, 0, &usage) == pid, status == 0 else {
            throw BenchmarkError("\(arguments.joined(separator: " ")) failed")
        }
        wallSeconds = Self.now - start
        firstFacesSeconds = firstFaces ?? wallSeconds
        var seconds = Self.cpuSeconds(usage)
        // Those that it left are this process's now, whichever session they began.
        while let child = Self.children.subtracting(others).first,
            wait4(child, &status, 0, &usage) == child
        {
            seconds += Self.cpuSeconds(usage)
        }
        cpuSeconds = seconds
        output = bytes
    }

    /// The processes whose parent is this one; see proc(5), `/proc/pid/task/tid/children`.
    private static var children: Set<pid_t> {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        let lists = tasks.compactMap {
            try? String(contentsOfFile: "/proc/self/task/\($0)/children", encoding: .utf8)
        }
        return Set(lists.flatMap { $0.split(separator: " ").compactMap { pid_t($0) } })
    }

    private static func cpuSeconds(_ usage: rusage) -> Double {
        seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }

    private static func seconds(_ time: timeval) -> Double {
        Double(time.tv_sec) + Double(time.tv_usec) / 1e6
    }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
