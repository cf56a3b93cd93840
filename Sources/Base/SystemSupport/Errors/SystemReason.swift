// SPDX-License-Identifier: Apache-2.0
import Glibc

/// What `errno` means, in the words of the system.
package func systemReason(_ number: Int32) -> String { String(cString: strerror(number)) }
