// SPDX-License-Identifier: Apache-2.0
// GNU libmicrohttpd, and what Swift cannot import of it: variadic functions, casts in macros, and
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

/// Marks a request whose target holds an escaped NUL, behind which C sees nothing.
static inline void *_Nullable facecap_http_check_target(
    void *_Nullable context, const char *_Nonnull target,
    struct MHD_Connection *_Nonnull connection) {
    (void)context;
    return __builtin_strstr(target, "%00") ? connection : NULL;
}

/// The socket of a connection; -1 where it is not known.
static inline int facecap_http_descriptor(struct MHD_Connection *_Nonnull connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? (int)info->connect_fd : -1;
}

/// The address of a client; NULL where it is not known.
static inline const struct sockaddr *_Nullable facecap_http_address(
    struct MHD_Connection *_Nonnull connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info ? info->client_addr : NULL;
}

static inline enum MHD_Result facecap_http_count_host(
    void *_Nullable count, enum MHD_ValueKind kind, const char *_Nonnull name,
    const char *_Nullable value) {
    (void)kind, (void)value;
    if (__builtin_strcasecmp(name, "Host") == 0) ++*(int *)count;
    return MHD_YES;
}

/// How many times a request's head has `Host`.
static inline int facecap_http_host_count(struct MHD_Connection *_Nonnull connection) {
    int count = 0;
    MHD_get_connection_values(connection, MHD_HEADER_KIND, facecap_http_count_host, &count);
    return count;
}

/// Whether a connection begins rather than ends.
static inline int facecap_http_begins(enum MHD_ConnectionNotificationCode code) {
    return code == MHD_CONNECTION_NOTIFY_STARTED;
}

/// Answers the requests that come to a listening socket, each connection on a thread of its own; the
/// socket is the server's from then on. NULL on failure.
///
/// - `connection_limit`: of all addresses, and `address_limit` of each.
/// - `notice`: told of every connection that begins and ends; `completion` of every answer.
/// - `context`: what the three functions get first.
static inline struct MHD_Daemon *_Nullable facecap_http_start(
    int listening_socket, unsigned int connection_limit, unsigned int address_limit,
    unsigned int idle_seconds, MHD_AccessHandlerCallback _Nonnull handler,
    MHD_NotifyConnectionCallback _Nonnull notice, MHD_RequestCompletedCallback _Nonnull completion,
    void *_Nullable context) {
    return MHD_start_daemon(
        MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION | MHD_USE_POLL | MHD_USE_ITC,
        0, NULL, NULL, handler, context, MHD_OPTION_LISTEN_SOCKET, listening_socket,
        MHD_OPTION_CONNECTION_LIMIT, connection_limit,
        MHD_OPTION_PER_IP_CONNECTION_LIMIT, address_limit,
        MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds,
        MHD_OPTION_NOTIFY_CONNECTION, notice, context,
        MHD_OPTION_NOTIFY_COMPLETED, completion, context,
        MHD_OPTION_URI_LOG_CALLBACK, facecap_http_check_target, NULL,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)(32 * 1024), MHD_OPTION_END);
}

/// Begins the idle time of a connection again, unless its client has sent something or has ended its side.
static inline void facecap_http_restart_idle_time(
    struct MHD_Connection *_Nonnull connection, unsigned int idle_seconds) {
    char byte;
    int descriptor = facecap_http_descriptor(connection);
    if (recv(descriptor, &byte, 1, MSG_PEEK | MSG_DONTWAIT) >= 0) return;
    // The library starts the time again where there was no limit.
    MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, 0u);
    MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, idle_seconds);
}

/// Connections that are open.
static inline unsigned int facecap_http_connection_count(struct MHD_Daemon *_Nonnull daemon) {
    const union MHD_DaemonInfo *info =
        MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS);
    return info ? info->num_connections : 0;
}

#endif
