/// One thing that was looked at.
struct DoctorCheck: Encodable, Hashable {
    /// How it is.
    enum Status: String, Encodable {
        case ok
        /// Something cannot be used, and the program works without it.
        case warning
        case problem
    }

    let status: Status
    let thing: String
    let detail: String
    /// What to do about it; `nil` where nothing has to be done.
    var remedy: String?

    /// One line for people; the things stand below each other.
    var text: String {
        let margin = String(repeating: " ", count: 9 - status.rawValue.count)
        return status.rawValue + margin + "\(thing): \(detail)"
            + (remedy.map { " — \($0)" } ?? "")
    }
}
