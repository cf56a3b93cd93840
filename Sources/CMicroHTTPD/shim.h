// GNU libmicrohttpd, and what Swift cannot import of it: a variadic function, casts in macros, and
// enumerations whose cases have other names with each version of the library.
#ifndef FACECAP_CMICROHTTPD_SHIM_H
#define FACECAP_CMICROHTTPD_SHIM_H

#include <microhttpd.h>

static const ssize_t FACECAP_HTTP_END_OF_STREAM = MHD_CONTENT_READER_END_OF_STREAM;
static const uint64_t FACECAP_HTTP_SIZE_UNKNOWN = MHD_SIZE_UNKNOWN;
static const enum MHD_Result FACECAP_HTTP_YES = MHD_YES;
static const enum MHD_Result FACECAP_HTTP_NO = MHD_NO;
static const enum MHD_ValueKind FACECAP_HTTP_HEADER = MHD_HEADER_KIND;
static const enum MHD_ValueKind FACECAP_HTTP_ARGUMENT = MHD_GET_ARGUMENT_KIND;

/// A response with a copy of some bytes; NULL without memory.
static inline struct MHD_Response *_Nullable facecap_http_response_create(
    const void *_Nullable bytes, size_t count) {
    return MHD_create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

/// Answers the requests that come to a listening socket, each connection on a thread of its own; the
/// socket is the server's from then on. NULL on failure.
static inline struct MHD_Daemon *_Nullable facecap_http_start(
    int listening_socket, unsigned int connection_limit, unsigned int idle_seconds,
    MHD_AccessHandlerCallback _Nonnull handler, void *_Nullable context) {
    return MHD_start_daemon(
        MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION | MHD_USE_POLL | MHD_USE_ITC,
        0, NULL, NULL, handler, context, MHD_OPTION_LISTEN_SOCKET, listening_socket,
        MHD_OPTION_CONNECTION_LIMIT, connection_limit, MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)(32 * 1024), MHD_OPTION_END);
}

/// Connections that are open.
static inline unsigned int facecap_http_connection_count(struct MHD_Daemon *_Nonnull daemon) {
    const union MHD_DaemonInfo *info =
        MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS);
    return info ? info->num_connections : 0;
}

#endif
