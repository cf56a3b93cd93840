// SPDX-License-Identifier: Apache-2.0
// Controls of Video4Linux: their values lie in packed unions that Swift does not import.
#ifndef FACECAP_CLINUX_CONTROLS_H
#define FACECAP_CLINUX_CONTROLS_H

#include <errno.h>
#include <linux/videodev2.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>

static const unsigned long FACECAP_VIDIOC_QUERY_EXT_CTRL = VIDIOC_QUERY_EXT_CTRL;
static const unsigned long FACECAP_VIDIOC_G_EXT_CTRLS = VIDIOC_G_EXT_CTRLS;
static const unsigned long FACECAP_VIDIOC_S_EXT_CTRLS = VIDIOC_S_EXT_CTRLS;
static const unsigned long FACECAP_VIDIOC_TRY_EXT_CTRLS = VIDIOC_TRY_EXT_CTRLS;
static const unsigned long FACECAP_VIDIOC_G_PRIORITY = VIDIOC_G_PRIORITY;
static const unsigned long FACECAP_VIDIOC_S_PRIORITY = VIDIOC_S_PRIORITY;

/// The controls of uvcvideo that older headers do not know: <linux/uvcvideo.h> of Linux 6.16.
static const uint32_t FACECAP_CID_UVC_REGION_OF_INTEREST_RECT = V4L2_CID_USER_BASE + 0x11e0 + 1;
static const uint32_t FACECAP_CID_UVC_REGION_OF_INTEREST_AUTO = V4L2_CID_USER_BASE + 0x11e0 + 2;
/// V4L2_CTRL_WHICH_MAX_VAL: the greatest value instead of the present one.
static const uint32_t FACECAP_CTRL_WHICH_MAX_VAL = 0x0f030000;

/// The most controls of one call.
enum { FACECAP_CONTROL_LIMIT = 64 };

/// A control and its value; `is_wide` is 1 for V4L2_CTRL_TYPE_INTEGER64, else 0.
struct facecap_control {
    uint32_t id;
    uint32_t is_wide;
    int64_t value;
};

/// One of VIDIOC_{G,S,TRY}_EXT_CTRLS for the present values of up to FACECAP_CONTROL_LIMIT controls:
/// -1 and `errno` on failure.
static inline int facecap_controls(int descriptor, unsigned long request,
                                   struct facecap_control *_Nonnull controls, uint32_t count) {
    struct v4l2_ext_control values[FACECAP_CONTROL_LIMIT];
    struct v4l2_ext_controls all;
    if (count > FACECAP_CONTROL_LIMIT) {
        errno = EINVAL;
        return -1;
    }
    memset(values, 0, sizeof values);
    memset(&all, 0, sizeof all);
    for (uint32_t i = 0; i < count; i++) {
        values[i].id = controls[i].id;
        if (controls[i].is_wide) {
            values[i].value64 = controls[i].value;
        } else {
            values[i].value = (int32_t)controls[i].value;
        }
    }
    all.which = V4L2_CTRL_WHICH_CUR_VAL;
    all.count = count;
    all.controls = values;
    if (ioctl(descriptor, request, &all) < 0) {
        return -1;
    }
    for (uint32_t i = 0; i < count; i++) {
        controls[i].value = controls[i].is_wide ? values[i].value64 : values[i].value;
    }
    return 0;
}

/// The same for one control whose value is a rectangle; `which` says which of its values.
static inline int facecap_rect_control(int descriptor, unsigned long request, uint32_t which,
                                       uint32_t id, struct v4l2_rect *_Nonnull rect) {
    struct v4l2_ext_control value;
    struct v4l2_ext_controls all;
    memset(&value, 0, sizeof value);
    memset(&all, 0, sizeof all);
    value.id = id;
    value.size = sizeof *rect;
    value.ptr = rect;
    all.which = which;
    all.count = 1;
    all.controls = &value;
    return ioctl(descriptor, request, &all);
}

/// The number that stands at a place of an integer menu, or 0 in a menu of words: -1 and `errno`,
/// EINVAL for a place without an item, on failure.
static inline int facecap_menu_item(int descriptor, uint32_t id, uint32_t index,
                                    int64_t *_Nonnull value, int is_number) {
    struct v4l2_querymenu item;
    memset(&item, 0, sizeof item);
    item.id = id;
    item.index = index;
    if (ioctl(descriptor, VIDIOC_QUERYMENU, &item) < 0) {
        return -1;
    }
    *value = is_number ? item.value : 0;
    return 0;
}

#endif
