// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Says whether `facecap models fetch` reaches the host of the default model, where it is not there yet.
struct NetworkCheckup {
    let store: ModelStore
    /// Throws where an address cannot be reached.
    var reach: (ModelEntry) throws(FacecapError) -> Void = { entry throws(FacecapError) in
        try ModelFetcher().checkReachability(of: entry)
    }

    var checks: [DoctorCheck] {
        let entry = store.manifest.defaultEntry
        guard store.path(of: entry) == nil else { return [] }
        do throws(FacecapError) {
            try reach(entry)
            return [
                DoctorCheck(
                    status: .ok, thing: "network", detail: "facecap models fetch reaches its host")
            ]
        } catch {
            return [
                DoctorCheck(
                    status: .warning, thing: "network", detail: error.message,
                    remedy: "connect to a network, or set https_proxy")
            ]
        }
    }
}
