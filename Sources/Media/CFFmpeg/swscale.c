// SPDX-License-Identifier: Apache-2.0
#include <libavutil/macros.h>
#include <libswscale/version.h>

#include "delay_loading.h"

#define LIBRARY "libswscale.so." AV_STRINGIFY(LIBSWSCALE_VERSION_MAJOR)

FACECAP_DELAYED_FUNCTION(LIBRARY, "sws_alloc_context")
FACECAP_DELAYED_FUNCTION(LIBRARY, "sws_freeContext")
FACECAP_DELAYED_FUNCTION(LIBRARY, "sws_getCoefficients")
FACECAP_DELAYED_FUNCTION(LIBRARY, "sws_getContext")
FACECAP_DELAYED_FUNCTION(LIBRARY, "sws_init_context")
FACECAP_DELAYED_FUNCTION(LIBRARY, "sws_scale")
FACECAP_DELAYED_FUNCTION(LIBRARY, "sws_setColorspaceDetails")
FACECAP_DELAYED_FUNCTION(LIBRARY, "swscale_version")
