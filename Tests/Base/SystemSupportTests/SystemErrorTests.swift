// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Glibc
import SystemSupport
import Testing

/// The tables from `errno` to the codes of facecap.
@Suite struct SystemErrorTests {
    @Test func everyErrorOfAFileHasOneCode() {
        let codes: [(Int32, FacecapError.Code, FacecapError.Code)] = [
            (ENOSPC, .storageFull, .systemFailed), (EDQUOT, .storageFull, .systemFailed),
            (EFBIG, .storageFull, .systemFailed), (EACCES, .permissionDenied, .permissionDenied),
            (EPERM, .permissionDenied, .permissionDenied),
            (EROFS, .permissionDenied, .systemFailed),
            (EEXIST, .outputFailed, .systemFailed), (ENOENT, .outputFailed, .sourceNotFound),
            (ENOTDIR, .outputFailed, .sourceNotFound), (EISDIR, .outputFailed, .mediaUnreadable),
            (ENAMETOOLONG, .outputFailed, .sourceNotFound), (ELOOP, .outputFailed, .sourceNotFound),
            (EIO, .outputFailed, .systemFailed), (ENOMEM, .systemFailed, .systemFailed),
            (EMFILE, .systemFailed, .systemFailed), (EAGAIN, .systemFailed, .systemFailed),
        ]
        for (number, writing, reading) in codes {
            #expect(FacecapError.file(number, .write, "a").code == writing, "\(number)")
            #expect(FacecapError.file(number, .read, "a").code == reading, "\(number)")
            #expect(FacecapError.file(number, .write, "a").systemError == number)
        }
    }

    @Test func aFileThatIsNotThereIsNamedWithWhatToDo() {
        let error = FacecapError.file(ENOENT, .read, "a.mp4")
        #expect(error.message == "There is no a.mp4; check the path.")
    }

    @Test func everyErrorOfADeviceHasOneCode() {
        let codes: [FacecapError.Code: [Int32]] = [
            .sourceNotFound: [ENOENT, ENOTDIR], .permissionDenied: [EACCES, EPERM],
            .deviceBusy: [EBUSY, EAGAIN, ENOSPC],
            .deviceDisconnected: [ENODEV, ENXIO, EIO, ESHUTDOWN],
            .formatUnsupported: [ENOTTY, EISDIR], .systemFailed: [EINVAL, ENOMEM, EPIPE, 0, -1],
        ]
        for (code, numbers) in codes {
            for number in numbers {
                #expect(FacecapError.Code(deviceFailure: number) == code, "\(number)")
            }
        }
    }
}
