// SPDX-License-Identifier: Apache-2.0
/// The version of the library and of the program, such as `1.2.0`; see https://semver.org.
public let facecapVersion = "0.1.0"
