// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// What is different where these tests, and the program built with them, run below a sanitizer.
public enum Sanitizer {
    /// Whether memory comes from the sanitizer's allocator, which no library can stand in front of.
    public static let ownsMemory = dlsym(nil, "__asan_init") != nil

    /// Whether everything takes many times as long.
    public static let isSlow = ownsMemory || dlsym(nil, "__tsan_init") != nil

    /// Lets a program end without a search for leaks, where that cannot see everything.
    public static let withoutLeaks = ["LSAN_OPTIONS": Optional("detect_leaks=0")]
}
