// SPDX-License-Identifier: Apache-2.0
import FaceArchives
import Facecap
import Synchronization
import SystemSupport

/// `facecap detect --plan PLAN --index K -o PARTS`
enum DetectCommand {
    /// What the command understands.
    struct Options: OptionGroup {
        @Option(.option("plan", .plan, "The plan.")) var plan: String?
        @Option(
            .option(
                "index", .integer("K", in: 0...1_000_000_000),
                "The segment to analyze, counted from 0. By default, all segments, one after"
                    + " another."
            ))
        var index: Int?
        @Option(.option("output", short: "o", .folder, "The folder of the parts."))
        var output: String?
        @Option(SharedOptions.modelFolder) var modelFolder: String?
        @Option(SharedOptions.threads) var threads: Int?
        let sandbox = SandboxOptions()
    }

    static let command = Command(
        name: "detect", abstract: "analyze one segment of a plan and write its part",
        discussion: [
            "A part gets its name only when it is complete, and a repeated run writes the same"
                + " bytes. The command can therefore be killed and repeated at any time, on any"
                + " machine. A complete part that already exists is not changed.",
            "If a video is damaged (exit code 65) or the detector fails (70), detect writes a file"
                + " that says so to the folder, and facecap merge lists the segment. After exit"
                + " codes 71, 74, 75 and 79, or a signal, try again.",
        ],
        options: Options.self,
        examples: [
            Command.Example(
                line: "facecap detect --plan plan.jsonl --index 7 -o parts/",
                meaning: "Analyzes the eighth segment.")
        ]
    ) { options, context throws(FacecapError) in
        let (index, modelFolder, threads) = (options.index, options.modelFolder, options.threads)
        let isolation = options.sandbox.isolation
        guard let path = options.plan, let folder = options.output else {
            throw FacecapError(
                .invalidArgument,
                "Name the plan and the folder of the parts: facecap detect --plan PLAN --output PARTS."
            )
        }
        var reader = try ArchivePlanReader(path: path)
        let only = try index.map { (index) throws(FacecapError) in try reader.segment(index) }
        try Files.makeFolder(folder)
        let maker = try PartMaker(
            reader.plan, folder: folder, modelFolder: modelFolder, threads: threads,
            isolation: isolation)
        let isStopped = Mutex(false)
        let watcher = SignalWatcher { _ in isStopped.withLock { $0 = true } }
        defer { withExtendedLifetime(watcher) {} }
        let make = { (segment: ArchiveSegment) throws(FacecapError) -> ExitCode in
            switch try maker.make(segment, didLook: { !isStopped.withLock { $0 } }) {
            case .done(let count):
                context.messages.remark(
                    "\(segment.name): \(count.counted("frame")), done before")
            case .made(let count):
                context.messages.remark("\(segment.name): \(count.counted("frame"))")
            case .stopped: return .interrupted
            }
            return .success
        }
        if let only { return try make(only) }
        var result = ExitCode.success
        while let segment = try reader.next() {
            do throws(FacecapError) {
                guard try make(segment) == .success else { return .interrupted }
            } catch {
                guard ExitCode(error.code) == .damagedInput else { throw error }
                context.messages.say(error.ofCommand.message)
                result = .damagedInput
            }
        }
        return result
    }
}
