// SPDX-License-Identifier: Apache-2.0
/// What a shell can offer in the place of a value.
enum Completion: Sendable, Hashable {
    case nothing
    case words([String])
    /// Words with commas between them.
    case list([String])
    case files
    case folders
}
