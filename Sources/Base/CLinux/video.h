// SPDX-License-Identifier: Apache-2.0
// Video4Linux: the requests are computed macros, which Swift does not see.
#ifndef FACECAP_CLINUX_VIDEO_H
#define FACECAP_CLINUX_VIDEO_H

#include <linux/videodev2.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>

static const unsigned long FACECAP_VIDIOC_QUERYCAP = VIDIOC_QUERYCAP;
static const unsigned long FACECAP_VIDIOC_ENUM_FMT = VIDIOC_ENUM_FMT;
static const unsigned long FACECAP_VIDIOC_ENUM_FRAMESIZES = VIDIOC_ENUM_FRAMESIZES;
static const unsigned long FACECAP_VIDIOC_ENUM_FRAMEINTERVALS = VIDIOC_ENUM_FRAMEINTERVALS;
static const unsigned long FACECAP_VIDIOC_S_FMT = VIDIOC_S_FMT;
static const unsigned long FACECAP_VIDIOC_G_FMT = VIDIOC_G_FMT;
static const unsigned long FACECAP_VIDIOC_G_SELECTION = VIDIOC_G_SELECTION;
static const unsigned long FACECAP_VIDIOC_S_SELECTION = VIDIOC_S_SELECTION;
static const unsigned long FACECAP_VIDIOC_S_PARM = VIDIOC_S_PARM;
static const unsigned long FACECAP_VIDIOC_REQBUFS = VIDIOC_REQBUFS;
static const unsigned long FACECAP_VIDIOC_QUERYBUF = VIDIOC_QUERYBUF;
static const unsigned long FACECAP_VIDIOC_QBUF = VIDIOC_QBUF;
static const unsigned long FACECAP_VIDIOC_DQBUF = VIDIOC_DQBUF;
static const unsigned long FACECAP_VIDIOC_STREAMON = VIDIOC_STREAMON;
static const unsigned long FACECAP_VIDIOC_STREAMOFF = VIDIOC_STREAMOFF;

/// A non-blocking event descriptor that children do not inherit: -1 and `errno` on failure.
static inline int facecap_eventfd(void) {
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

#endif
