// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import SystemSupport

/// Of which session each input and output is a part: of one at most.
enum SessionMembers {
    private struct Owner {
        weak var session: CaptureSession?
    }

    private static let owners = Monitor<[ObjectIdentifier: Owner]>([:])

    /// Whether a session could take an input or output, once one that is being released is over.
    static func isFree(_ member: AnyObject, for session: CaptureSession) -> Bool {
        owners.withLock { owners in
            let owner = owners[ObjectIdentifier(member)]?.session
            return owner == nil || owner === session
        }
    }

    /// Makes all of them parts of a session, or none; waits for sessions that are being released.
    ///
    /// Throws `invalidState` where one is a part of another session.
    static func claim(
        _ members: [AnyObject], for session: CaptureSession
    ) throws(FacecapError) {
        let stranger: AnyObject? = owners.wait { owners -> AnyObject?? in
            for member in members {
                guard let owner = owners[ObjectIdentifier(member)] else { continue }
                guard let other = owner.session else { return nil }
                if other !== session { return .some(member) }
            }
            for member in members { owners[ObjectIdentifier(member)] = Owner(session: session) }
            return .some(nil)
        }
        guard let stranger else { return }
        let name =
            (stranger as? CaptureDeviceInput)?.device.localizedName ?? "\(type(of: stranger))"
        throw FacecapError(
            .invalidState, "\(name) is part of another session; remove it there first.")
    }

    /// Makes them parts of no session.
    static func release(_ members: [AnyObject]) {
        owners.withLock { owners in
            for member in members { owners[ObjectIdentifier(member)] = nil }
        }
    }
}
