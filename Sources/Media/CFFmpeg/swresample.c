// SPDX-License-Identifier: Apache-2.0
#include <libavutil/macros.h>
#include <libswresample/version.h>

#include "delay_loading.h"

#define LIBRARY "libswresample.so." AV_STRINGIFY(LIBSWRESAMPLE_VERSION_MAJOR)

FACECAP_DELAYED_FUNCTION(LIBRARY, "swr_alloc_set_opts2")
FACECAP_DELAYED_FUNCTION(LIBRARY, "swr_convert")
FACECAP_DELAYED_FUNCTION(LIBRARY, "swr_free")
FACECAP_DELAYED_FUNCTION(LIBRARY, "swr_get_delay")
FACECAP_DELAYED_FUNCTION(LIBRARY, "swr_init")
FACECAP_DELAYED_FUNCTION(LIBRARY, "swr_set_compensation")
FACECAP_DELAYED_FUNCTION(LIBRARY, "swr_set_matrix")
FACECAP_DELAYED_FUNCTION(LIBRARY, "swresample_version")
