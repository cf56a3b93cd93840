import Facecap
import Testing

@testable import FacecapCommands

@Suite struct ExitCodeTests {
    @Test(
        arguments: [
            (FacecapError.Code.invalidArgument, 64), (.sourceNotFound, 66),
            (.permissionDenied, 77), (.deviceBusy, 75), (.deviceDisconnected, 69),
            (.formatUnsupported, 69), (.mediaUnreadable, 65), (.mediaDamaged, 65),
            (.modelNotFound, 69), (.modelUnreadable, 78), (.modelMismatch, 78),
            (.detectorFailed, 70), (.networkFailed, 69), (.invalidState, 70),
            (.outputFailed, 74), (.storageFull, 79), (.systemFailed, 71),
        ] as [(FacecapError.Code, Int32)])
    func everyKindOfFailureHasItsCode(code: FacecapError.Code, exitCode: Int32) {
        #expect(ExitCode(code).rawValue == exitCode)
        #expect(ExitCode.all.contains(ExitCode(code)))
    }

    @Test func theTableAscendsWithoutRepeating() {
        let numbers = ExitCode.all.map(\.rawValue)
        #expect(numbers == Set(numbers).sorted())
    }
}
