// SPDX-License-Identifier: Apache-2.0
#include <libavutil/macros.h>
#include <libavcodec/version.h>

#include "delay_loading.h"

#define LIBRARY "libavcodec.so." AV_STRINGIFY(LIBAVCODEC_VERSION_MAJOR)

FACECAP_DELAYED_FUNCTION(LIBRARY, "av_codec_is_encoder")
FACECAP_DELAYED_FUNCTION(LIBRARY, "av_codec_iterate")
FACECAP_DELAYED_FUNCTION(LIBRARY, "av_new_packet")
FACECAP_DELAYED_FUNCTION(LIBRARY, "av_packet_alloc")
FACECAP_DELAYED_FUNCTION(LIBRARY, "av_packet_free")
FACECAP_DELAYED_FUNCTION(LIBRARY, "av_packet_make_writable")
FACECAP_DELAYED_FUNCTION(LIBRARY, "av_packet_move_ref")
FACECAP_DELAYED_FUNCTION(LIBRARY, "av_packet_ref")
FACECAP_DELAYED_FUNCTION(LIBRARY, "av_packet_rescale_ts")
FACECAP_DELAYED_FUNCTION(LIBRARY, "av_packet_unref")
FACECAP_DELAYED_FUNCTION(LIBRARY, "avcodec_align_dimensions2")
FACECAP_DELAYED_FUNCTION(LIBRARY, "avcodec_alloc_context3")
FACECAP_DELAYED_FUNCTION(LIBRARY, "avcodec_default_get_buffer2")
FACECAP_DELAYED_FUNCTION(LIBRARY, "avcodec_descriptor_get_by_name")
FACECAP_DELAYED_FUNCTION(LIBRARY, "avcodec_find_decoder")
FACECAP_DELAYED_FUNCTION(LIBRARY, "avcodec_find_encoder")
FACECAP_DELAYED_FUNCTION(LIBRARY, "avcodec_find_encoder_by_name")
FACECAP_DELAYED_FUNCTION(LIBRARY, "avcodec_flush_buffers")
FACECAP_DELAYED_FUNCTION(LIBRARY, "avcodec_free_context")
FACECAP_DELAYED_FUNCTION(LIBRARY, "avcodec_get_hw_config")
FACECAP_DELAYED_FUNCTION(LIBRARY, "avcodec_get_name")
FACECAP_DELAYED_FUNCTION(LIBRARY, "avcodec_open2")
FACECAP_DELAYED_FUNCTION(LIBRARY, "avcodec_parameters_from_context")
FACECAP_DELAYED_FUNCTION(LIBRARY, "avcodec_parameters_to_context")
FACECAP_DELAYED_FUNCTION(LIBRARY, "avcodec_receive_frame")
FACECAP_DELAYED_FUNCTION(LIBRARY, "avcodec_receive_packet")
FACECAP_DELAYED_FUNCTION(LIBRARY, "avcodec_send_frame")
FACECAP_DELAYED_FUNCTION(LIBRARY, "avcodec_send_packet")
FACECAP_DELAYED_FUNCTION(LIBRARY, "avcodec_version")
