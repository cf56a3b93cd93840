// SPDX-License-Identifier: Apache-2.0
/// A system call that said no: what it was, and the `errno` it left.
struct SystemCallFailure: Error, Equatable {
    /// The call as the manual names it, such as `VIDIOC_S_FMT`.
    let call: String
    /// `errno`.
    let number: Int32
}
