// SPDX-License-Identifier: Apache-2.0
import Facecap
import Foundation

/// How the cost of detection grows, on own kernels and on OpenCV, as tables and as a plot.
struct GrowthCost {
    /// Where the plot goes, or `nil` for no plot.
    let plotFile: String?

    func report() throws {
        let faceCounts = [0, 1, 2, 4, 8]
        let inputSizes = [160, 320, 480, 640, 960, 1280]
        let kernels = [DetectorDescription.Kernel.available[0], .openCV]
        let panels = [
            CostPlot.Panel(
                title: "Faces (720p, input 320)", axis: "faces",
                lines: try kernels.map { kernel in
                    try line(kernel, at: faceCounts) { (faces: $0, inputSize: 320) }
                }),
            CostPlot.Panel(
                title: "Input size (720p, one face)", axis: "pixels along the longer side",
                lines: try kernels.map { kernel in
                    try line(kernel, at: inputSizes) { (faces: 1, inputSize: $0) }
                }),
        ]
        for panel in panels { panel.table.print() }
        guard let plotFile else { return }
        try Data(CostPlot(panels: panels).svg.utf8).write(to: URL(filePath: plotFile))
    }

    private func line(
        _ kernel: DetectorDescription.Kernel, at places: [Int],
        _ settings: (Int) -> (faces: Int, inputSize: Int)
    ) throws -> CostPlot.Line {
        let costs = try places.map { place in
            let settings = settings(place)
            let detector = try DetectorSelection.makeDetector(
                on: kernel.name, inputSize: settings.inputSize)
            return try DetectionCost.milliseconds(
                of: detector, width: 1280, height: 720, faceCount: settings.faces)
        }
        return CostPlot.Line(name: kernel.name, points: Array(zip(places.map(Double.init), costs)))
    }
}
