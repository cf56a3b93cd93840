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

    /// One line for people.
    var text: String {
        "\(status.rawValue)  \(thing): \(detail)" + (remedy.map { " — \($0)" } ?? "")
    }
}
