// SPDX-License-Identifier: Apache-2.0
// The X server's images. Extension records are global variables, the flags of shared memory are
// macros: Swift sees neither.
#ifndef FACECAP_CXCB_SHIM_H
#define FACECAP_CXCB_SHIM_H

#include <string.h>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <xcb/shm.h>
#include <xcb/xcb.h>

/// Whether the server can write into memory that it shares with the program.
static inline int facecap_xcb_has_shared_memory(xcb_connection_t *_Nonnull connection) {
    const xcb_query_extension_reply_t *extension =
        xcb_get_extension_data(connection, &xcb_shm_id);
    return extension != NULL && extension->present;
}

/// Whether a screen's pixels have 8 bits each of blue, green and red, from the lowest one on.
static inline int facecap_xcb_has_bgr_pixels(const xcb_screen_t *_Nonnull screen) {
    xcb_depth_iterator_t depths = xcb_screen_allowed_depths_iterator(screen);
    for (; depths.rem > 0; xcb_depth_next(&depths)) {
        const xcb_visualtype_t *visual = xcb_depth_visuals(depths.data);
        const xcb_visualtype_t *end = visual + xcb_depth_visuals_length(depths.data);
        for (; visual < end; visual++)
            if (visual->visual_id == screen->root_visual)
                return visual->red_mask == 0xFF0000 && visual->green_mask == 0xFF00
                    && visual->blue_mask == 0xFF;
    }
    return 0;
}

/// New shared memory: its id, or -1 and `errno`.
static inline int facecap_shared_memory_create(size_t byte_count) {
    return shmget(IPC_PRIVATE, byte_count, IPC_CREAT | 0600);
}

/// The memory in this process; `NULL` and `errno` on failure.
static inline void *_Nullable facecap_shared_memory_attach(int identifier) {
    void *memory = shmat(identifier, NULL, 0);
    return memory == (void *)-1 ? NULL : memory;
}

/// Lets the memory go away with the last one who uses it.
static inline void facecap_shared_memory_remove(int identifier) {
    shmctl(identifier, IPC_RMID, NULL);
}

/// Takes a row of pixels of blue, green, red and a byte without meaning to one of blue, green, red.
static inline void facecap_bgr24_from_bgrx(
    const uint8_t *_Nonnull restrict from, uint8_t *_Nonnull restrict to, int width) {
    int x = 0;
    // Four bytes are written, of which the next pixel replaces the last.
    for (; x + 1 < width; x++) {
        uint32_t pixel;
        memcpy(&pixel, from + 4 * x, 4);
        memcpy(to + 3 * x, &pixel, 4);
    }
    if (x < width) memcpy(to + 3 * x, from + 4 * x, 3);
}

#endif
