// SPDX-License-Identifier: Apache-2.0
import Facecap
import Glibc

/// A bar on standard error that fills while a file is read.
struct ProgressBar: ProgressDisplay {
    private let total: Int
    private let usesColor: Bool
    private var shownPercent = -1

    /// - Parameter total: frames to expect, at least 1.
    init(total: Int, usesColor: Bool) {
        self.total = max(1, total)
        self.usesColor = usesColor
    }

    /// The text that shows `count` frames, when that differs from what is shown already.
    mutating func update(_ count: Int) -> String? {
        let percent = min(100, count * 100 / total)
        guard percent != shownPercent else { return nil }
        shownPercent = percent
        let full = percent * 30 / 100
        let bar = String(repeating: "=", count: full) + String(repeating: " ", count: 30 - full)
        let colored = usesColor ? "\u{1B}[32m\(bar)\u{1B}[0m" : bar
        return "[\(colored)] \(percent) %  \(count.counted("frame"))"
    }
}

extension ProgressBar {
    /// A bar only where all sources are files and it disturbs nobody.
    ///
    /// - Parameter writesData: whether standard output is used meanwhile.
    init?(_ live: RunSession, writesData: Bool = false, _ context: CommandContext) {
        let total = live.cameras.reduce(0 as Int?) { sum, camera in
            guard let sum, camera.input.isLive == false,
                let count = camera.scene.estimatedFrameCount
            else { return nil }
            let (total, isTooMany) = sum.addingReportingOverflow(count)
            return isTooMany ? nil : total
        }
        self.init(total: total, writesData: writesData, context)
    }

    /// A bar only where it disturbs nobody: on a terminal that does not show the data as well.
    ///
    /// - Parameters:
    ///   - total: frames to expect; `nil` when unknown.
    ///   - writesData: whether standard output is used meanwhile.
    init?(total: Int?, writesData: Bool = false, _ context: CommandContext) {
        guard context.showsProgress, let total, total > 1,
            !writesData || isatty(context.output.descriptor) != 1
        else { return nil }
        self.init(
            total: total, usesColor: Terminal.showsColors(context.messages.descriptor))
    }
}
