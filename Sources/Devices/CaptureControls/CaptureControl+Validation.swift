// SPDX-License-Identifier: Apache-2.0
public import FaceValues

extension CaptureControl {
    /// The value as the control can have it, numbers in a range rounded to whole steps.
    ///
    /// Throws `.invalidArgument` for a value it cannot have, naming those it can.
    public func validated(_ value: CaptureControl.Value) throws(FacecapError)
        -> CaptureControl.Value
    {
        guard !isReadOnly else {
            throw FacecapError(
                .invalidArgument, "\(name.rawValue) cannot be changed on this camera, only read.")
        }
        switch (domain, value) {
        case (.range(let range, let step), .number(let written)):
            // Texts have six decimals, by which an end of the range may differ from its text.
            let number = min(max(written, range.lowerBound), range.upperBound)
            guard abs(number - written) <= 5e-7 else { break }
            guard step > 0 else { return .number(number) }
            let steps = ((number - range.lowerBound) / step).rounded()
            return .number(min(range.lowerBound + steps * step, range.upperBound))
        case (.numbers(let numbers), .number(let number)):
            let near = numbers.first { abs($0 - number) <= abs($0) * 1e-6 }
            if let near { return .number(near) }
        case (.choices(let words), .choice(let word)) where words.contains(word):
            return value
        case (.point, .point(let point))
        where (0...1).contains(point.x) && (0...1).contains(point.y):
            return value
        default: break
        }
        throw FacecapError(
            .invalidArgument, "\(name.rawValue) \(value) is not possible: \(domainText).")
    }

    /// What the control can be set to, in words: `0.0001 to 1 s in steps of 0.0001`.
    public var domainText: String {
        let behind = unit.map { " \($0)" } ?? ""
        switch domain {
        case .range(let range, let step):
            let ends = [range.lowerBound, range.upperBound].map(CaptureControl.Value.text(of:))
            let steps = step == 0 ? "" : " in steps of \(CaptureControl.Value.text(of: step))"
            return ends.joined(separator: " to ") + behind + steps
        case .numbers(let numbers):
            return "one of " + numbers.map(CaptureControl.Value.text(of:)).joined(separator: ", ")
                + behind
        case .choices(let words): return "one of " + words.joined(separator: ", ")
        case .point: return "two numbers from 0 to 1, such as 0.5,0.5"
        }
    }

    /// Reads a value as it is written on a command line.
    ///
    /// Throws `.invalidArgument` for a text that is no value of this control, naming those there are.
    public func value(of text: String) throws(FacecapError) -> CaptureControl.Value {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map {
            Double($0).flatMap { $0.isFinite ? $0 : nil }
        }
        switch (domain, numbers.first ?? nil, numbers.last ?? nil) {
        case (.point, let x?, let y?) where numbers.count == 2:
            return try validated(.point(Point(x: x, y: y)))
        case (.range, let number?, _) where numbers.count == 1,
            (.numbers, let number?, _) where numbers.count == 1:
            return try validated(.number(number))
        default: return try validated(.choice(text))
        }
    }
}
