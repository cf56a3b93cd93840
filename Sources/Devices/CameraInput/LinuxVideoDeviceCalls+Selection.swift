// SPDX-License-Identifier: Apache-2.0
import CLinux

/// Selection: the kernel's "Video for Linux API", cropping, composing and scaling.
extension LinuxVideoDeviceCalls {
    func selection(_ target: SelectionTarget, of device: Int32) throws(SystemCallFailure)
        -> DeviceRegion?
    {
        try Self.select(
            "VIDIOC_G_SELECTION", FACECAP_VIDIOC_G_SELECTION, device, target, v4l2_rect())
    }

    func setSelection(
        _ target: SelectionTarget, to region: DeviceRegion, of device: Int32
    ) throws(SystemCallFailure) -> DeviceRegion? {
        try Self.select(
            "VIDIOC_S_SELECTION", FACECAP_VIDIOC_S_SELECTION, device, target, v4l2_rect(region))
    }

    private static func select(
        _ name: String, _ number: UInt, _ device: Int32, _ target: SelectionTarget,
        _ rect: v4l2_rect
    ) throws(SystemCallFailure) -> DeviceRegion? {
        var selection = v4l2_selection()
        selection.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        selection.target =
            switch target {
            case .crop: UInt32(V4L2_SEL_TGT_CROP)
            case .compose: UInt32(V4L2_SEL_TGT_COMPOSE)
            }
        selection.r = rect
        return try enumerate(name, number, device, &selection) ? DeviceRegion(selection.r) : nil
    }
}

extension DeviceRegion {
    init(_ rect: v4l2_rect) {
        self.init(left: rect.left, top: rect.top, width: rect.width, height: rect.height)
    }
}

extension v4l2_rect {
    init(_ region: DeviceRegion) {
        self.init(
            left: region.left, top: region.top, width: region.width, height: region.height)
    }
}
