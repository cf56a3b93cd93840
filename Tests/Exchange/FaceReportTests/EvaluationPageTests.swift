// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Testing

@testable import FaceReport

@Suite struct EvaluationPageTests {
    private func figure(_ focus: [Rect], caption: String = "") -> EvaluationPage.Figure {
        EvaluationPage.Figure(
            jpeg: [1, 2, 3], size: Size(width: 640, height: 360),
            boxes: focus.map { EvaluationPage.Box(.missed, $0, text: "a<b") }, focus: focus,
            caption: caption)
    }

    @Test func whatIsSaidIsEscapedAndNothingComesFromElsewhere() {
        let hostile = "</title><script>alert(1)</script>\""
        let page = EvaluationPage(
            title: hostile, summary: hostile,
            tables: [EvaluationPage.Table(header: [hostile, "b"], rows: [[hostile, "1"]])],
            legend: hostile,
            groups: [
                EvaluationPage.Group(
                    title: hostile, note: hostile,
                    figures: [
                        figure([Rect(x: 9, y: 9, width: 20, height: 20)], caption: hostile)
                    ])
            ])
        let html = String(decoding: page.html, as: UTF8.self)
        #expect(!html.contains("<script") && !html.contains("src="))
        #expect(html.split(separator: "http").count == 2 && html.contains("http-equiv"))
        #expect(!html.contains("{{"))
        #expect(html.contains("a&lt;b") && html.contains("data:image/jpeg;base64,AQID"))
        #expect(html.contains("default-src 'none'"))
    }

    /// A small face is shown large, and never what is outside of the frame.
    @Test(arguments: [
        Rect(x: 300, y: 100, width: 20, height: 20), Rect(x: 0, y: 0, width: 12, height: 16),
        Rect(x: 625, y: 350, width: 40, height: 40), Rect(x: 0, y: 0, width: 640, height: 360),
    ])
    func theWindowShowsWhatMatters(box: Rect) {
        let whole = Rect(x: 0, y: 0, width: 640, height: 360)
        let window = figure([box]).window
        #expect(window.intersectionOverUnion(window.intersection(whole)) > 0.999_999)
        #expect(abs(window.width / window.height - 640.0 / 360) < 1e-9)
        let inside = box.intersection(whole)
        #expect(window.intersection(inside).intersectionOverUnion(inside) > 0.999_999)
        #expect(abs(window.height - min(360, 4 * max(box.width, box.height))) < 1e-9)
        #expect(figure([]).window == whole)
    }
}
