// SPDX-License-Identifier: Apache-2.0
/// One thing that was looked at.
struct DoctorCheck: Encodable, Hashable {
    /// How it is.
    enum Status: String, Encodable {
        case ok
        /// Something cannot be used, and the program works without it.
        case warning
        case problem

        /// Green, yellow and red.
        fileprivate var color: Int {
            switch self {
            case .ok: 32
            case .warning: 33
            case .problem: 31
            }
        }
    }

    let status: Status
    let thing: String
    let detail: String
    /// What to do about it; `nil` where nothing has to be done.
    var remedy: String?

    /// One line for people; the things stand below each other.
    ///
    /// - Parameter usesColor: whether the status is colored, for a terminal (ECMA-48, 8.3.117).
    func text(usesColor: Bool = false) -> String {
        let margin = String(repeating: " ", count: 9 - status.rawValue.count)
        let rest = "\(thing): \(detail)" + (remedy.map { " — \($0)" } ?? "")
        let word =
            usesColor ? "\u{1B}[\(status.color)m\(status.rawValue)\u{1B}[0m" : status.rawValue
        return word + margin + Messages.printable(rest)
    }
}
