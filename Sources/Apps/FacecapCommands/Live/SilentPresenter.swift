// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Shows nothing, where standard output holds something else.
final class SilentPresenter: RunPresenter {
    func show(_ observation: FaceObservation, of scene: RunScene) {}
}
