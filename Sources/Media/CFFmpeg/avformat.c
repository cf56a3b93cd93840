// SPDX-License-Identifier: Apache-2.0
#include <libavutil/macros.h>
#include <libavformat/version.h>

#include "delay_loading.h"

#define LIBRARY "libavformat.so." AV_STRINGIFY(LIBAVFORMAT_VERSION_MAJOR)

FACECAP_DELAYED_FUNCTION(LIBRARY, "av_find_best_stream")
FACECAP_DELAYED_FUNCTION(LIBRARY, "av_find_input_format")
FACECAP_DELAYED_FUNCTION(LIBRARY, "av_guess_sample_aspect_ratio")
FACECAP_DELAYED_FUNCTION(LIBRARY, "av_probe_input_buffer2")
FACECAP_DELAYED_FUNCTION(LIBRARY, "av_read_frame")
FACECAP_DELAYED_FUNCTION(LIBRARY, "av_seek_frame")
FACECAP_DELAYED_FUNCTION(LIBRARY, "av_stream_get_side_data")
FACECAP_DELAYED_FUNCTION(LIBRARY, "av_write_frame")
FACECAP_DELAYED_FUNCTION(LIBRARY, "av_write_trailer")
FACECAP_DELAYED_FUNCTION(LIBRARY, "avformat_alloc_context")
FACECAP_DELAYED_FUNCTION(LIBRARY, "avformat_alloc_output_context2")
FACECAP_DELAYED_FUNCTION(LIBRARY, "avformat_close_input")
FACECAP_DELAYED_FUNCTION(LIBRARY, "avformat_find_stream_info")
FACECAP_DELAYED_FUNCTION(LIBRARY, "avformat_free_context")
FACECAP_DELAYED_FUNCTION(LIBRARY, "avformat_index_get_entries_count")
FACECAP_DELAYED_FUNCTION(LIBRARY, "avformat_index_get_entry")
FACECAP_DELAYED_FUNCTION(LIBRARY, "avformat_new_stream")
FACECAP_DELAYED_FUNCTION(LIBRARY, "avformat_open_input")
FACECAP_DELAYED_FUNCTION(LIBRARY, "avformat_write_header")
FACECAP_DELAYED_FUNCTION(LIBRARY, "avio_alloc_context")
FACECAP_DELAYED_FUNCTION(LIBRARY, "avio_context_free")
FACECAP_DELAYED_FUNCTION(LIBRARY, "avio_flush")
FACECAP_DELAYED_FUNCTION(LIBRARY, "avio_seek")
FACECAP_DELAYED_FUNCTION(LIBRARY, "avio_size")
FACECAP_DELAYED_FUNCTION(LIBRARY, "avformat_version")
