// SPDX-License-Identifier: Apache-2.0
import Facecap
import SystemSupport

/// One call of `analyze`: its videos, one after the other.
struct AnalyzeBatch {
    private let settings: AnalyzeSettings
    private let context: CommandContext
    private var report: AnalysisReport?
    /// The request to end, which may come between two videos too.
    private let interruption = Interruption()
    /// Why the video before could not be looked at.
    private var lastFailure = ""
    /// Ends the program where the opening of a video waits for somebody who may never come.
    private var endNow: @Sendable () -> Void = {
        ProcessSetup.endNow(ExitCode.interrupted.rawValue)
    }

    init(_ settings: AnalyzeSettings, context: CommandContext) {
        self.settings = settings
        self.context = context
    }

    mutating func run() async throws(FacecapError) -> ExitCode {
        let signals = SignalWatcher { [interruption] _ in interruption.make() }
        defer { withExtendedLifetime(signals) {} }
        let result = try await analyze()
        try report?.write(context.messages)
        return result
    }

    private mutating func analyze() async throws(FacecapError) -> ExitCode {
        if settings.outputFolder == nil, settings.inputs.count == 1,
            !Files.isFolder(settings.inputs[0])
        {
            let item = AnalyzeItem(input: settings.inputs[0], output: settings.output)
            report = try makeReport([item])
            return try await runAlone(item)
        }
        guard settings.output == nil else {
            throw FacecapError(
                .invalidArgument,
                "--output takes the copy of one video; give --output-dir for several.")
        }
        let items = try AnalyzeItem.all(of: settings.inputs, folder: settings.outputFolder)
        if let folder = settings.outputFolder { try Files.makeFolder(folder) }
        report = try makeReport(items)
        return try await runAll(items)
    }

    private func makeReport(_ items: [AnalyzeItem]) throws(FacecapError) -> AnalysisReport? {
        guard let path = settings.report else { return nil }
        let report = try AnalysisReport(path: path, overwrites: settings.overwrites)
        for item in items { try report.check(item, sidecars: settings.sidecars) }
        return report
    }

    private func runAlone(_ item: AnalyzeItem) async throws(FacecapError) -> ExitCode {
        if settings.jobCount != nil {
            // They begin at once.
            try item.checkOutput(overwriting: settings.overwrites)
            try item.check(sidecars: settings.sidecars, overwriting: settings.overwrites)
        }
        let jobs = try makeJobs([item], of: [item])
        let files = newFiles(of: item)
        let outcome: AnalyzeRun.Outcome
        do throws(FacecapError) {
            outcome = try await self.outcome(of: item, sidecars: settings.sidecars, jobs)
        } catch {
            // What was kept of a video that cannot be analyzed is of no use; after other failures it goes on.
            if error.isOfVideo { try? jobs?.finish() }
            throw error
        }
        switch outcome {
        case .interrupted: return .interrupted
        case .failed(let exitCode, _):
            try jobs?.finish()
            return exitCode
        case .done(let summary):
            report?.add(item, summary)
            context.messages.remark("\(item.input): \(summary.text)\(files)")
            if summary.faceIDs.isEmpty {
                context.messages.remark(
                    "to look for smaller or less certain faces: --input-size 640, --score 0.5")
            } else if let output = item.output {
                let word = output.shellWord
                context.messages.remark("next: facecap report \(word), or facecap inspect \(word)")
            }
            try jobs?.finish()
            return .success
        }
    }

    private mutating func runAll(_ items: [AnalyzeItem]) async throws(FacecapError) -> ExitCode {
        var result = ExitCode.success
        let isRefused = items.map { !settings.overwrites && (try? $0.checkSource()) == nil }
        let isDone = zip(items, isRefused).map { item, isRefused in
            !settings.overwrites && !isRefused && item.isDone(sidecars: settings.sidecars)
        }
        let jobs = try makeJobs(
            items.indices.filter { !isDone[$0] && !isRefused[$0] }.map { items[$0] }, of: items)
        // Once the run is interrupted, a reader that takes nothing is waited for no longer.
        let table = try AnalyzeTable(
            StandardOutput(descriptor: context.output.descriptor) { [interruption] in
                interruption.isMade
            })
        for (item, isDone) in zip(items, isDone) {
            // Jobs say themselves what was kept.
            guard jobs != nil || !interruption.isMade else {
                context.messages.say("stopped before \(item.input)")
                return try interrupted(at: item, table)
            }
            guard !isDone else {
                context.messages.remark("\(item.input): done before, passed over")
                sayOlderSidecars(of: item)
                try table.write(item, "passed over")
                addDone(item)
                continue
            }
            let files = newFiles(of: item)
            endNow = end(at: item, table)
            switch await outcomeOrFailure(of: item, jobs) {
            case .done(let summary):
                context.messages.remark("\(item.input): \(summary.text)\(files)")
                try table.write(item, "analysed", summary)
                report?.add(item, summary)
            case .failed(let exitCode, let reason):
                try table.write(item, "failed")
                report?.add(item, nil, note: reason.isEmpty ? "failed, as the call said" : reason)
                if result == .success { result = exitCode }
                if exitCode == .storageFull { return exitCode }
            case .interrupted:
                return try interrupted(at: item, table)
            }
        }
        try jobs?.finish()
        return result
    }

    private func interrupted(
        at item: AnalyzeItem, _ table: AnalyzeTable
    ) throws(FacecapError) -> ExitCode {
        try table.write(item, "interrupted")
        report?.add(item, nil, note: "interrupted")
        return .interrupted
    }

    /// What tells of a video as ``interrupted(at:_:)`` does, and ends the program.
    private func end(at item: AnalyzeItem, _ table: AnalyzeTable) -> @Sendable () -> Void {
        // The thread that has it waits for the video.
        nonisolated(unsafe) let report = report
        return { [messages = context.messages] in
            try? table.write(item, "interrupted")
            report?.add(item, nil, note: "interrupted")
            try? report?.write(messages)
            ProcessSetup.endNow(ExitCode.interrupted.rawValue)
        }
    }

    /// Tells the page of a video that was analyzed by a call before.
    private func addDone(_ item: AnalyzeItem) {
        let summary = item.output.flatMap { try? AnalyzeSummary(ofMovie: $0) }
        report?.add(
            item, summary, note: summary == nil ? "done before: its figures are not known" : "")
    }

    /// What is said in the end of the files that are about to be written of a video: others that are there are kept.
    private func newFiles(of item: AnalyzeItem) -> String {
        let paths = item.outputs(sidecars: settings.sidecars)
            .filter { settings.overwrites || !Files.exists($0) }
        return paths.isEmpty ? "" : "; wrote \(paths.joined(separator: ", "))"
    }

    /// Begins with some of the videos at once, where their user wants that.
    ///
    /// - Parameter all: those of the call. The next call has the same, and so finds what was kept.
    private func makeJobs(
        _ items: [AnalyzeItem], of all: [AnalyzeItem]
    ) throws(FacecapError) -> AnalyzeJobs? {
        guard let count = settings.jobCount, !items.isEmpty else { return nil }
        // Where the videos are, nothing may be written.
        let output = all.first?.outputs(sidecars: settings.sidecars).first ?? settings.report
        return try AnalyzeJobs(
            items, in: settings.outputFolder ?? Files.folder(of: output ?? ""), count: count,
            settings: settings, interruption: interruption, context: context)
    }

    /// What is to be written beside a video of several: what is there stays, whoever wrote it.
    private func missingSidecars(of item: AnalyzeItem) -> [FaceExportFormat] {
        guard !settings.overwrites else { return settings.sidecars }
        let existing = item.existingSidecars(of: settings.sidecars)
        for (_, path) in existing {
            context.messages.say("\(path) exists and is kept; use --force to replace it")
        }
        return settings.sidecars.filter { !existing.map(\.format).contains($0) }
    }

    /// Says of which sidecars the video may be another one by now: they do not say of which video they are.
    private func sayOlderSidecars(of item: AnalyzeItem) {
        guard item.output == nil else { return }
        for (_, path) in item.existingSidecars(of: settings.sidecars)
        where Files.isNewer(item.input, than: path) {
            context.messages.say(
                "\(path) is older than \(item.input) and is kept; use --force if the video is another one"
            )
        }
    }

    private func outcome(
        of item: AnalyzeItem, sidecars: [FaceExportFormat], _ jobs: AnalyzeJobs?
    ) async throws(FacecapError) -> AnalyzeRun.Outcome {
        if let outcome = try jobs?.outcome(of: item, sidecars: sidecars) { return outcome }
        var settings = settings
        settings.sidecars = sidecars
        return try await AnalyzeRun(
            item: item, settings: settings, interruption: interruption, endNow: endNow,
            context: context
        ).run()
    }

    /// What is wrong with one video does not keep the others from being looked at.
    private mutating func outcomeOrFailure(
        of item: AnalyzeItem, _ jobs: AnalyzeJobs?
    ) async -> AnalyzeRun.Outcome {
        do throws(FacecapError) {
            if !settings.overwrites { try item.checkSource() }
            return try await outcome(of: item, sidecars: missingSidecars(of: item), jobs)
        } catch {
            let message = error.ofCommand.message
            // What the system lacks, it lacks for all of them.
            if message != lastFailure { context.messages.say(message) }
            lastFailure = message
            return .failed(ExitCode(error.code), message)
        }
    }
}
