// SPDX-License-Identifier: Apache-2.0
#include "delay_loading.h"

#define LIBRARY "libheif.so.1"

FACECAP_DELAYED_FUNCTION(LIBRARY, "heif_context_add_XMP_metadata")
FACECAP_DELAYED_FUNCTION(LIBRARY, "heif_context_add_exif_metadata")
FACECAP_DELAYED_FUNCTION(LIBRARY, "heif_context_alloc")
FACECAP_DELAYED_FUNCTION(LIBRARY, "heif_context_encode_image")
FACECAP_DELAYED_FUNCTION(LIBRARY, "heif_context_free")
FACECAP_DELAYED_FUNCTION(LIBRARY, "heif_context_get_encoder_for_format")
FACECAP_DELAYED_FUNCTION(LIBRARY, "heif_context_write")
FACECAP_DELAYED_FUNCTION(LIBRARY, "heif_encoder_release")
FACECAP_DELAYED_FUNCTION(LIBRARY, "heif_encoder_set_lossy_quality")
FACECAP_DELAYED_FUNCTION(LIBRARY, "heif_encoder_set_parameter_string")
FACECAP_DELAYED_FUNCTION(LIBRARY, "heif_image_add_plane")
FACECAP_DELAYED_FUNCTION(LIBRARY, "heif_image_create")
FACECAP_DELAYED_FUNCTION(LIBRARY, "heif_image_get_plane")
FACECAP_DELAYED_FUNCTION(LIBRARY, "heif_image_handle_release")
FACECAP_DELAYED_FUNCTION(LIBRARY, "heif_image_release")
