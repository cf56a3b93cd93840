// SPDX-License-Identifier: Apache-2.0
#include "delay_loading.h"

#define LIBRARY "libmicrohttpd.so.12"

FACECAP_DELAYED_FUNCTION(LIBRARY, "MHD_add_response_header")
FACECAP_DELAYED_FUNCTION(LIBRARY, "MHD_create_response_from_buffer")
FACECAP_DELAYED_FUNCTION(LIBRARY, "MHD_create_response_from_callback")
FACECAP_DELAYED_FUNCTION(LIBRARY, "MHD_destroy_response")
FACECAP_DELAYED_FUNCTION(LIBRARY, "MHD_get_connection_info")
FACECAP_DELAYED_FUNCTION(LIBRARY, "MHD_get_connection_values")
FACECAP_DELAYED_FUNCTION(LIBRARY, "MHD_get_daemon_info")
FACECAP_DELAYED_FUNCTION(LIBRARY, "MHD_lookup_connection_value")
FACECAP_DELAYED_FUNCTION(LIBRARY, "MHD_queue_response")
FACECAP_DELAYED_FUNCTION(LIBRARY, "MHD_set_connection_option")
FACECAP_DELAYED_FUNCTION(LIBRARY, "MHD_start_daemon")
FACECAP_DELAYED_FUNCTION(LIBRARY, "MHD_stop_daemon")
