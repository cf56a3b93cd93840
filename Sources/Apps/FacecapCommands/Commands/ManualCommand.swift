// SPDX-License-Identifier: Apache-2.0
import Facecap

/// `facecap man`: the manual page, for `make install`.
enum ManualCommand {
    static let command = Command(
        name: "man", abstract: "write the manual page", isHidden: true
    ) { _, context throws(FacecapError) in
        try context.output.write(ManualPage(root: context.root).text)
        return .success
    }
}
