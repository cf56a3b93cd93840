// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import TestSupport
import Testing

/// What makes programs for a processor, and runs them.
private struct Machine {
    let compiler: String
    /// What is there where the compiler takes C++ too.
    let compilerOfCPlusPlus: String
    /// `nil` for the processor of this machine.
    let emulator: String?

    static let own = Machine(
        compiler: "/usr/bin/cc", compilerOfCPlusPlus: "/usr/bin/c++", emulator: nil)
    static let arm = Machine(
        compiler: "/usr/bin/aarch64-linux-gnu-gcc",
        compilerOfCPlusPlus: "/usr/bin/aarch64-linux-gnu-g++", emulator: "/usr/bin/qemu-aarch64")

    var isThere: Bool {
        [compiler, emulator].compactMap(\.self)
            .allSatisfy(FileManager.default.isExecutableFile)
    }

    var hasCPlusPlus: Bool {
        isThere && FileManager.default.isExecutableFile(atPath: compilerOfCPlusPlus)
    }

    func run(_ program: String) async throws -> CommandResult {
        guard let emulator else { return try await CommandRunner.run([], of: program) }
        return try await CommandRunner.run(
            ["-cpu", "cortex-a72", "-L", "/usr/aarch64-linux-gnu", program], of: emulator)
    }
}

/// A first call finds the function and hands over what the caller gave.
@Suite struct ArgumentTests {
    private static let library = """
        #include <stdarg.h>
        double weigh(int a, double b, int c, double d, long e, long f, long g, long h, long i,
                     double j, float k) {
            return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j + 11 * k;
        }
        struct numbers { long values[5]; };
        struct numbers count(long a) {
            struct numbers made = {{a, a + 1, a + 2, a + 3, a + 4}};
            return made;
        }
        double add(int count, ...) {
            va_list values;
            va_start(values, count);
            double sum = 0;
            for (int i = 0; i < count; i++) sum += va_arg(values, double);
            return sum;
        }
        """

    private static func program(library path: String) -> String {
        """
        #include <stdio.h>
        #include "delay_loading.h"
        #define LIBRARY "\(path)"
        FACECAP_DELAYED_FUNCTION(LIBRARY, "weigh")
        FACECAP_DELAYED_FUNCTION(LIBRARY, "count")
        FACECAP_DELAYED_FUNCTION(LIBRARY, "add")
        FACECAP_DELAYED_FUNCTION(LIBRARY, "take_away")
        double weigh(int, double, int, double, long, long, long, long, long, double, float);
        struct numbers { long values[5]; };
        struct numbers count(long);
        double add(int, ...);
        double take_away(void);

        int main(void) {
            setvbuf(stdout, NULL, _IONBF, 0);
            for (int turn = 0; turn < 2; turn++) {
                const struct numbers made = count(7);
                printf("%g %ld %ld %g\\n", weigh(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
                       made.values[0], made.values[4], add(3, 1.5, 2.5, 3.25));
            }
            take_away();
        }
        """
    }

    @Test(.enabled(if: Machine.own.isThere, "needs cc"))
    func aCallHasTheArgumentsOfTheCaller() async throws {
        try await check(.own)
    }

    @Test(.enabled(if: Machine.arm.isThere, "needs qemu-user and gcc-aarch64-linux-gnu"))
    func aCallHasTheArgumentsOfTheCallerOn64BitARM() async throws {
        try await check(.arm)
    }

    private static let thrower = """
        struct Thrower { Thrower() { throw 7; } };
        static Thrower thrower;
        extern "C" int number() { return 1; }
        """

    private static func catcher(library path: String) -> String {
        """
        #include <unistd.h>
        #include <exception>
        #include "delay_loading.h"
        FACECAP_DELAYED_FUNCTION("\(path)", "number")
        extern "C" int number();

        int main() {
            std::set_terminate([] { _exit(3); });
            try {
                return number();
            } catch (int) {
                return 4;
            }
        }
        """
    }

    /// Where it is caught, the loader's lock stays taken, for which the end of a program may wait for ever.
    @Test(.enabled(if: Machine.own.hasCPlusPlus, "needs c++"))
    func anExceptionOfALibraryThatIsLoadedIsCaughtByNobody() async throws {
        try await checkException(.own)
    }

    @Test(.enabled(if: Machine.arm.hasCPlusPlus, "needs qemu-user and g++-aarch64-linux-gnu"))
    func anExceptionOfALibraryThatIsLoadedIsCaughtByNobodyOn64BitARM() async throws {
        try await checkException(.arm)
    }

    private func checkException(_ machine: Machine) async throws {
        let folder = try TemporaryFolder()
        let (library, program) = (folder.path + "/library.so", folder.path + "/program")
        try await compile(
            Self.thrower, as: "c++", ["-shared", "-fPIC", "-o", library, "-lstdc++"], with: machine)
        let module = Repository.path("Sources/Base/CDelayLoading")
        try await compile(
            Self.catcher(library: library), as: "c++",
            [
                "-I\(module)/include", "-x", "c", "\(module)/delay_loading.c", "-o", program,
                "-ldl", "-lstdc++",
            ], with: machine)
        let run = try await machine.run(program)
        #expect(run.exitCode == 3, "\(run.messages)")
    }

    private func check(_ machine: Machine) async throws {
        let folder = try TemporaryFolder()
        let (library, program) = (folder.path + "/library.so", folder.path + "/program")
        try await compile(
            Self.library, ["-shared", "-fPIC", "-o", library], with: machine)
        let module = Repository.path("Sources/Base/CDelayLoading")
        try await compile(
            Self.program(library: library),
            ["-I\(module)/include", "\(module)/delay_loading.c", "-o", program, "-ldl"],
            with: machine)
        let run = try await machine.run(program)
        #expect(run.output == "506 7 11 7.25\n506 7 11 7.25\n")
        #expect(run.exitCode == 71)
        #expect(run.messages.hasPrefix("facecap: The library \(library) cannot be loaded: "))
        #expect(run.messages.contains("take_away"))
    }

    private func compile(
        _ source: String, as language: String = "c", _ words: [String], with machine: Machine
    ) async throws {
        let run = try await CommandRunner.run(
            ["-O2", "-x", language, "-"] + words,
            of: machine.compiler, input: Array(source.utf8))
        try #require(run.exitCode == 0, "\(run.messages)")
    }
}
