// SPDX-License-Identifier: Apache-2.0
import Facecap
import SystemSupport

/// One call of `analyze`: its videos, one after the other.
struct AnalyzeBatch {
    private let settings: AnalyzeSettings
    private let context: CommandContext

    init(_ settings: AnalyzeSettings, context: CommandContext) {
        self.settings = settings
        self.context = context
    }

    func run() async throws(FacecapError) -> ExitCode {
        if settings.outputFolder == nil, settings.inputs.count == 1,
            !AnalyzeItem.isFolder(settings.inputs[0])
        {
            let item = AnalyzeItem(input: settings.inputs[0], output: settings.output)
            return try await runAlone(item)
        }
        guard settings.output == nil else {
            throw FacecapError(
                .invalidArgument,
                "--output takes the copy of one video; give --output-dir for several.")
        }
        let items = try AnalyzeItem.all(of: settings.inputs, folder: settings.outputFolder)
        if let folder = settings.outputFolder { try Files.makeFolder(folder) }
        return try await runAll(items)
    }

    private func runAlone(_ item: AnalyzeItem) async throws(FacecapError) -> ExitCode {
        switch try await AnalyzeRun(item: item, settings: settings, context: context).run() {
        case .interrupted: return .interrupted
        case .failed(let exitCode): return exitCode
        case .done(let summary):
            let place = item.output.map { "; wrote \($0)" } ?? ""
            context.messages.remark("\(item.input): \(summary.text)\(place)")
            if summary.faceIDs.isEmpty {
                context.messages.remark(
                    "to look for smaller or less certain faces: --input-size 640, --score 0.5")
            } else if let output = item.output {
                context.messages.remark(
                    "next: facecap report \(output), or facecap inspect \(output)")
            }
            return .success
        }
    }

    private func runAll(_ items: [AnalyzeItem]) async throws(FacecapError) -> ExitCode {
        var result = ExitCode.success
        try write(["file", "output", "status", "frames", "analysed", "faces", "ids"])
        for item in items {
            guard settings.overwrites || !item.isDone(sidecars: settings.sidecars) else {
                context.messages.remark("\(item.input): done before, passed over")
                try write(row(item, "passed over"))
                continue
            }
            let outcome = await outcome(of: item)
            switch outcome {
            case .done(let summary):
                context.messages.remark("\(item.input): \(summary.text)")
                try write(row(item, "analysed", summary))
            case .failed(let exitCode):
                try write(row(item, "failed"))
                if result == .success { result = exitCode }
                if exitCode == .storageFull { return exitCode }
            case .interrupted:
                try write(row(item, "interrupted"))
                return .interrupted
            }
        }
        return result
    }

    /// What is wrong with one video does not keep the others from being looked at.
    private func outcome(of item: AnalyzeItem) async -> AnalyzeRun.Outcome {
        do throws(FacecapError) {
            return try await AnalyzeRun(item: item, settings: settings, context: context).run()
        } catch {
            context.messages.say(error.message)
            return .failed(ExitCode(error.code))
        }
    }

    private func row(
        _ item: AnalyzeItem, _ status: String, _ summary: AnalyzeSummary? = nil
    ) -> [String] {
        let counts = summary.map {
            [$0.frameCount, $0.analysedCount, $0.maximumFaceCount, $0.faceIDs.count]
        }
        return [item.input, item.output ?? "", status]
            + (counts.map { $0.map { "\($0)" } } ?? ["", "", "", ""])
    }

    /// Writes a row as RFC 4180 has it.
    private func write(_ cells: [String]) throws(FacecapError) {
        let texts = cells.map { cell in
            cell.contains { "\",\r\n".contains($0) }
                ? "\"" + cell.replacing("\"", with: "\"\"") + "\"" : cell
        }
        try context.output.write(texts.joined(separator: ",") + "\n")
    }
}
