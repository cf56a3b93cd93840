// SPDX-License-Identifier: Apache-2.0
import CLinux
import CV4L2
import CaptureSamples

/// Selection: the kernel's "Video for Linux API", cropping, composing and scaling.
extension LinuxVideoDeviceCalls {
    func selection(_ target: SelectionTarget, of device: Int32) throws(SystemCallFailure)
        -> DeviceRegion?
    {
        var answer = Self.selection(target, DeviceRegion(left: 0, top: 0, width: 0, height: 0))
        let isThere = try Self.enumerate(
            "VIDIOC_G_SELECTION", FACECAP_VIDIOC_G_SELECTION, device, &answer)
        return isThere ? Self.region(answer) : nil
    }

    func setSelection(
        _ target: SelectionTarget, to region: DeviceRegion, of device: Int32
    ) throws(SystemCallFailure) -> DeviceRegion? {
        var answer = Self.selection(target, region)
        let isThere = try Self.enumerate(
            "VIDIOC_S_SELECTION", FACECAP_VIDIOC_S_SELECTION, device, &answer)
        return isThere ? Self.region(answer) : nil
    }

    private static func selection(
        _ target: SelectionTarget, _ region: DeviceRegion
    ) -> v4l2_selection {
        var selection = v4l2_selection()
        selection.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        selection.target =
            switch target {
            case .crop: UInt32(V4L2_SEL_TGT_CROP)
            case .compose: UInt32(V4L2_SEL_TGT_COMPOSE)
            }
        selection.r = v4l2_rect(
            left: region.left, top: region.top, width: region.width, height: region.height)
        return selection
    }

    private static func region(_ selection: v4l2_selection) -> DeviceRegion {
        DeviceRegion(
            left: selection.r.left, top: selection.r.top, width: selection.r.width,
            height: selection.r.height)
    }
}
