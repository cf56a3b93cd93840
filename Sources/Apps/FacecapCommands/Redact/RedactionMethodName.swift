// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What a user calls a way to hide faces.
enum RedactionMethodName: String, Sendable, CaseIterable {
    case blur
    case pixelate
    case box
    case cropOut = "crop-out"

    var method: RedactionSettings.Method {
        switch self {
        case .blur: .blur
        case .pixelate: .pixelate
        case .box: .box(.black)
        case .cropOut: .cropOut
        }
    }
}
