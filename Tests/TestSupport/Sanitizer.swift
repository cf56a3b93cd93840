// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// What is different where these tests, and the program built with them, run below a sanitizer.
public enum Sanitizer {
    private static let ofAddresses = dlsym(nil, "__asan_init") != nil
    private static let ofThreads = dlsym(nil, "__tsan_init") != nil

    /// Whether memory comes from the sanitizer's allocator, which no library can stand in front of, and everything
    /// takes many times as long: no encoder keeps up with frames then.
    public static let isInUse = ofAddresses || ofThreads

    /// Whether a program needs a file of its own as it starts, which a limit on the size of files forbids.
    public static let writesFiles = ofThreads

    /// Lets a program end without a search for leaks, where that cannot see everything.
    public static let withoutLeaks = ["LSAN_OPTIONS": Optional("detect_leaks=0")]
}
